import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

NAMES = (
    "Abbott", "Bergman", "Castillo", "Duval", "Egger", "Farkas", "Gallo", "Haddad", "Iversen", "Jakob", "Kovac",
    "Lange", "Marchand", "Nyberg",
)  # fmt: skip
PARTIES = ("street party", "summer party", "housewarming", "harvest supper", "lantern walk")
WORDS = ("no", "one", "two", "three", "four", "five")


@dataclass(frozen=True)
class Family:
    name: str
    adults: int
    children: int

    @property
    def persons(self) -> int:
        return self.adults + self.children

    @property
    def spoken(self) -> str:
        adults = f"{WORDS[self.adults]} adult{'s' if self.adults > 1 else ''}"
        children = f"{WORDS[self.children]} {'child' if self.children == 1 else 'children'}"
        return f"{adults} and {children}"


@dataclass(frozen=True)
class Facts:
    party: str
    year: int
    families: tuple[Family, ...]
    asked: tuple[int, int, int]
    """The places of the families with empty cells."""

    @property
    def file(self) -> str:
        return f"{self.party.replace(' ', '-')}-{self.year}.xlsx"

    @property
    def open_families(self) -> list[Family]:
        return [self.families[place] for place in self.asked]

    def row(self, family: Family) -> int:
        return self.families.index(family) + 2

    @property
    def first_name(self) -> str:
        return self.open_families[0].name

    @property
    def second_name(self) -> str:
        return self.open_families[1].name

    @property
    def third_name(self) -> str:
        return self.open_families[2].name

    @property
    def first_spoken(self) -> str:
        return self.open_families[0].spoken

    @property
    def second_spoken(self) -> str:
        return self.open_families[1].spoken

    @property
    def third_spoken(self) -> str:
        return self.open_families[2].spoken


def facts(rng: Random) -> Facts:
    names = rng.sample(NAMES, rng.randint(7, 10))
    families = tuple(Family(name, rng.randint(1, 3), rng.randint(1, 4)) for name in sorted(names))
    first, second, third = sorted(rng.sample(range(len(families)), 3))
    return Facts(rng.choice(PARTIES), rng.randint(2024, 2027), families, (first, second, third))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Guests"
    sheet.append(["Family", "Persons", "Brings"])
    for place, family in enumerate(facts.families):
        brings = ("salad", "bread", "cake", "drinks")[place % 4]
        sheet.append([family.name, None if place in facts.asked else family.persons, brings])
    sheet.append(["All", f"=SUM(B2:B{len(facts.families) + 1})"])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.column_dimensions["A"].width = 18
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "guests.xlsx").write_bytes(workbook(facts))
