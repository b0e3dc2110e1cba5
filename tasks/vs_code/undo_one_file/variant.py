from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

FAMILIES = {
    "cabbages": ("Broccoli", "Kale", "Kohlrabi", "Radish", "Rocket", "Turnip"),
    "carrots": ("Carrot", "Celery", "Dill", "Fennel", "Parsley", "Parsnip"),
    "daisies": ("Artichoke", "Chicory", "Lettuce", "Marigold", "Salsify", "Tarragon"),
    "gourds": ("Courgette", "Cucumber", "Marrow", "Melon", "Pumpkin", "Squash"),
    "onions": ("Chives", "Garlic", "Leek", "Ramsons", "Shallot", "Spring onion"),
    "peas": ("Broad bean", "Chickpea", "Clover", "Lentil", "Pea", "Runner bean"),
}
"""The plants, by the names of the files."""


@dataclass(frozen=True)
class Seed:
    plant: str
    days: int
    packets: int


@dataclass(frozen=True)
class Family:
    """A file, as it was committed."""

    name: str
    seeds: tuple[Seed, ...]
    days: tuple[int, int] | None
    """The place of a seed whose days have changed since, and what they are now."""
    packets: tuple[int, int] | None
    """Likewise, of the packets."""

    @property
    def file(self) -> str:
        return f"{self.name}.md"

    @property
    def changed(self) -> bool:
        return self.days is not None or self.packets is not None

    def text(self, *, now: bool) -> bytes:
        seeds = list(self.seeds)
        if now and self.days:
            place, value = self.days
            seeds[place] = replace(seeds[place], days=value)
        if now and self.packets:
            place, value = self.packets
            seeds[place] = replace(seeds[place], packets=value)
        lines = [f"- {seed.plant}: {seed.days} days, {seed.packets} packets" for seed in seeds]
        return "\n".join([f"# The family of the {self.name}", "", *lines, ""]).encode()


@dataclass(frozen=True)
class Facts:
    families: tuple[Family, ...]
    wrong: int
    """The place of the file with the mistake."""

    @property
    def family(self) -> Family:
        return self.families[self.wrong]

    @property
    def plant(self) -> str:
        assert self.family.days is not None
        return self.family.seeds[self.family.days[0]].plant

    def contents(self, *, restored: bool) -> dict[str, bytes]:
        """The files as they are after the changes, that with the mistake restored or not."""
        return {each.file: each.text(now=not (restored and each == self.family)) for each in self.families}

    @property
    def committed(self) -> dict[str, bytes]:
        return {each.file: each.text(now=False) for each in self.families}


def facts(rng: Random) -> Facts:
    """Of four changed files two have other days for a plant; two files have no changes."""
    places = list(range(len(FAMILIES)))
    rng.shuffle(places)
    families = []
    for place, (name, plants) in enumerate(FAMILIES.items()):
        chosen = rng.sample(plants, 5)
        seeds = tuple(Seed(plant, rng.randint(6, 28), rng.randint(2, 30)) for plant in chosen)
        days = (rng.randrange(5), rng.randint(40, 90)) if place in places[:2] else None
        packets = (rng.randrange(5), rng.randint(40, 90)) if place in places[:4] else None
        families.append(Family(name, seeds, days, packets))
    return Facts(tuple(families), places[0])


def files(facts: Facts, folder: Path) -> None:
    for name, contents in (("seeds", facts.committed), ("now", facts.contents(restored=False))):
        (folder / name).mkdir()
        for file, content in contents.items():
            (folder / name / file).write_bytes(content)
