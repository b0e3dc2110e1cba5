from dataclasses import dataclass
from pathlib import Path
from random import Random

LABS = ("tide", "soil", "pollen", "acoustics", "ice", "river")
FIRST = ("Amina", "Bruno", "Celeste", "Dirk", "Esme", "Farid", "Greta", "Hanne")
LETTERS = "BCFJKLMRTW"
LAST = ("Aldridge", "Bakker", "Corrigan", "Duval", "Eskelinen", "Fontana", "Grieg", "Halloran")


@dataclass(frozen=True)
class Facts:
    lab: str
    before: str
    name: str
    week: int
    values: tuple[int, ...]

    @property
    def before_email(self) -> str:
        return f"{self.before.split()[1].lower()}@{self.lab}.example.test"

    @property
    def email(self) -> str:
        first, letter, last = self.name.casefold().replace(".", "").split()
        return f"{first[0]}{letter}{last}@{self.lab}.example.test"

    @property
    def short_name(self) -> str:
        """Without the letter in the middle."""
        first, _, last = self.name.split()
        return f"{first} {last}"

    @property
    def private_email(self) -> str:
        return f"{self.name.split()[0].lower()}@{self.lab}.example.test"

    @property
    def sheet(self) -> str:
        return f"week-{self.week:02}"


def facts(rng: Random) -> Facts:
    first, before_first = rng.sample(FIRST, 2)
    last, before_last = rng.sample(LAST, 2)
    return Facts(
        rng.choice(LABS),
        f"{before_first} {before_last}",
        f"{first} {rng.choice(LETTERS)}. {last}",
        rng.randint(2, 52),
        tuple(rng.randint(100, 999) for _ in range(8)),
    )


def contents(facts: Facts) -> dict[str, bytes]:
    """The files of the repository's folder; the last two are new."""
    early, late = facts.values[:4], facts.values[4:]
    return {
        "README.md": b"# Readings\n\nOne sheet a week.\n",
        "week-01.csv": sheet(early),
        f"{facts.sheet}.csv": sheet(late),
        f"{facts.sheet}-draft.csv": sheet(late[:2]),
    }


def sheet(values: tuple[int, ...]) -> bytes:
    return "".join(f"{number};{value}\n" for number, value in enumerate(values, start=1)).encode()


def files(facts: Facts, folder: Path) -> None:
    (folder / "readings").mkdir()
    for name, content in contents(facts).items():
        (folder / "readings" / name).write_bytes(content)
