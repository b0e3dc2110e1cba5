from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

APPLIANCES = ("dishwasher", "boiler", "freezer", "dryer", "vacuum", "kettle", "mixer", "heater")
PLACES = ("Kitchen", "Cellar", "Paperwork/old", "Paperwork/new", "Bills", "Attic/boxes")
SHOPS = ("Brandt & Son", "Elektro Lund", "House of Irons", "Marlow Electric")


@dataclass(frozen=True)
class Guarantee:
    place: str
    appliance: str
    bought: date
    shop: str
    serial: str

    @property
    def path(self) -> str:
        return f"{self.place}/guarantee-{self.appliance}.txt"

    @property
    def text(self) -> str:
        return (
            f"{self.shop}\n\nGuarantee for one {self.appliance}\n"
            f"Bought on {self.bought.day} {self.bought:%B} {self.bought.year}\n"
            f"Serial number: {self.serial}\n\nKeep this letter with the bill.\n"
        )


@dataclass(frozen=True)
class Facts:
    guarantees: tuple[Guarantee, ...]

    @property
    def wanted(self) -> Guarantee:
        return self.guarantees[0]

    @property
    def appliance(self) -> str:
        return self.wanted.appliance

    @property
    def of_appliance(self) -> list[Guarantee]:
        return [item for item in self.guarantees if item.appliance == self.appliance]


def facts(rng: Random) -> Facts:
    appliance, *others = rng.sample(APPLIANCES, 4)
    places = rng.sample(PLACES, 3)
    newest = date(2019, 1, 1) + timedelta(days=rng.randint(0, 2000))
    days = [newest, *(newest - timedelta(days=rng.randint(400, 3000)) for _ in places[1:])]
    guarantees = [_guarantee(rng, place, appliance, day) for place, day in zip(places, days, strict=True)]
    for other in others:
        bought = newest + timedelta(days=rng.randint(-900, 300))
        guarantees.append(_guarantee(rng, rng.choice(PLACES), other, bought))
    return Facts(tuple(guarantees))


def _guarantee(rng: Random, place: str, appliance: str, bought: date) -> Guarantee:
    letters = "".join(rng.choices("ABCDEFGHKLMNPRSTUVWXYZ", k=2))
    return Guarantee(
        place, appliance, bought, rng.choice(SHOPS), f"{letters}-{rng.randint(100_000, 999_999)}"
    )


def files(facts: Facts, folder: Path) -> None:
    for item in facts.guarantees:
        path = folder / "household" / item.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(item.text)
