import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

FIELDS = {
    "Place": ("Garden", "Kitchen", "Library", "Playground", "Stage"),
    "Person": ("Amal", "Bente", "Ciro", "Dunja", "Emre"),
}
YEARS = (2026, 2027, 2028)


@dataclass(frozen=True)
class Shift:
    day: date
    place: str
    person: str
    hours: float


@dataclass(frozen=True)
class Facts:
    name: str
    field: str
    year: int
    shifts: tuple[Shift, ...]
    last_year: tuple[Shift, ...]

    @property
    def file(self) -> str:
        return f"hours-{self.name}.xlsx"

    @property
    def source(self) -> str:
        return f"Hours {self.year}"

    @property
    def sums(self) -> dict[str, float]:
        return sums(self.shifts, self.field)

    @property
    def most(self) -> str:
        return max(self.sums, key=lambda name: self.sums[name])


def sums(shifts: Sequence[Shift], field: str) -> dict[str, float]:
    """The hours by place or person, in the order of the alphabet."""
    result: dict[str, float] = {}
    for shift in shifts:
        name = shift.place if field == "Place" else shift.person
        result[name] = result.get(name, 0) + shift.hours
    return dict(sorted(result.items()))


def facts(rng: Random) -> Facts:
    """One place and one person has clearly the most hours."""
    year = rng.choice(YEARS)
    while True:
        shifts = _shifts(rng, year)
        tops = [sorted(sums(shifts, field).values()) for field in FIELDS]
        if all(len(values) >= 4 and values[-1] - values[-2] >= 1 for values in tops):
            break
    return Facts(
        rng.choice(("club", "parish", "school", "shelter")),
        rng.choice(list(FIELDS)),
        year,
        shifts,
        _shifts(rng, year - 1),
    )


def _shifts(rng: Random, year: int) -> tuple[Shift, ...]:
    day, result = date(year, 1, 3), []
    for _ in range(rng.randint(15, 18)):
        day += timedelta(days=rng.randint(1, 9))
        place, person = (rng.choice(names) for names in FIELDS.values())
        result.append(Shift(day, place, person, rng.randrange(2, 13) / 2))
    return tuple(result)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for year, shifts in ((facts.year - 1, facts.last_year), (facts.year, facts.shifts)):
        sheet = book.create_sheet(f"Hours {year}")
        sheet.append(["Day", "Place", "Person", "Hours"])
        for shift in shifts:
            sheet.append([shift.day, shift.place, shift.person, shift.hours])
            sheet.cell(sheet.max_row, 1).number_format = "yyyy-mm-dd"
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter in "ABCD":
            sheet.column_dimensions[letter].width = 14
    summary = book.create_sheet("Summary")
    summary["A1"] = f"Hours {facts.year} by {facts.field.lower()}"
    summary.column_dimensions["A"].width = 24
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "hours.xlsx").write_bytes(workbook(facts))
