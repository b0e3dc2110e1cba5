import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

NAMES = ("Amina", "Bruno", "Carla", "Deniz", "Elif", "Frank", "Gwen", "Hana", "Ivo", "Jade", "Karim", "Lotte")
PLACES = ("toy library", "repair shop", "food bank", "village museum", "bicycle kitchen")
FIRST_SATURDAYS = tuple(
    first
    for year in range(2026, 2031)
    for month in range(1, 13)
    for first in [date(year, month, 1) + timedelta(days=(5 - date(year, month, 1).weekday()) % 7)]
    if (first + timedelta(days=28)).month == month
)
"""The first Saturdays of the months that have five."""
DAYS = 5


@dataclass(frozen=True)
class Facts:
    place: str
    first: date
    names: tuple[str, ...]
    wishes: tuple[tuple[int, ...], ...]
    """On which Saturdays each of them can come, from 0, before the change."""
    changes: int
    """The place of the one who changes something."""
    lost: int
    """The Saturday on which that one cannot come after all."""

    @property
    def month(self) -> str:
        return f"{self.first:%B}"

    @property
    def year(self) -> int:
        return self.first.year

    @property
    def file(self) -> str:
        return f"rota-{self.first:%Y-%m}.xlsx"

    @property
    def name(self) -> str:
        return self.names[self.changes]

    @property
    def late(self) -> str:
        return f"{self.name.lower()}-again.txt"

    def day(self, place: int) -> date:
        return self.first + timedelta(days=7 * place)

    @property
    def rota(self) -> list[str]:
        """The names in the order of the days."""
        (only,) = self.rotas(after=True)
        return only

    @property
    def former(self) -> list[str]:
        """One that suited all before the change."""
        return next(each for each in self.rotas(after=False) if each != self.rota)

    def rotas(self, *, after: bool) -> list[list[str]]:
        wishes = [
            tuple(day for day in days if not (after and place == self.changes and day == self.lost))
            for place, days in enumerate(self.wishes)
        ]
        return [[self.names[place] for place in order] for order in orders(wishes)]


def orders(wishes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """All ways to give each day to another of them: their places, day by day."""
    return [
        order
        for order in permutations(range(DAYS))
        if all(day in wishes[place] for day, place in enumerate(order))
    ]


def facts(rng: Random) -> Facts:
    """Before the change more than one rota suits all, after it only one, and it is not the order of the files."""
    names = tuple(sorted(rng.sample(NAMES, DAYS)))
    place, first = rng.choice(PLACES), rng.choice(FIRST_SATURDAYS)
    while True:
        wishes = tuple(tuple(sorted(rng.sample(range(DAYS), rng.randint(2, 4)))) for _ in range(DAYS))
        changes = rng.randrange(DAYS)
        drawn = Facts(place, first, names, wishes, changes, rng.choice(wishes[changes]))
        rotas = drawn.rotas(after=True)
        if len(rotas) == 1 and len(drawn.rotas(after=False)) > 1 and rotas[0] != list(names):
            return drawn


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Rota"
    sheet.append(["Day", "Volunteer", "Opens", "Closes"])
    for place in range(DAYS):
        sheet.append([facts.day(place), None, "10:00", "13:00"])
        sheet.cell(sheet.max_row, 1).number_format = "yyyy-mm-dd"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter in "ABCD":
        sheet.column_dimensions[letter].width = 14
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "rota.xlsx").write_bytes(workbook(facts))
    (folder / "Wishes").mkdir()
    for name, days in zip(facts.names, facts.wishes, strict=True):
        listed = "\n".join(f"- {facts.day(day)}" for day in days)
        text = f"I can come on these Saturdays:\n{listed}\n\n{name}\n"
        (folder / "Wishes" / f"{name.lower()}.txt").write_text(text)
    (folder / "change.txt").write_text(
        f"I am sorry: I cannot come on {facts.day(facts.lost)} after all. The other days are as I wrote.\n\n"
        f"{facts.name}\n"
    )
