import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
METERS = (
    "Barn", "Cellar", "Drying room", "Forge", "Greenhouse", "Hall", "Kitchen", "Laundry", "Mill", "Pump house", "Yard",
)  # fmt: skip
FIRST = 4
"""The row of the first meter; the headings are above it."""


@dataclass(frozen=True)
class Facts:
    farm: str
    number: int
    """That of the month, from 0."""
    meters: tuple[str, ...]
    readings: tuple[tuple[int, ...], ...]
    """At the begin of the month before, of the month and of the next one, by meter."""

    @property
    def file(self) -> str:
        return f"meters-{self.farm}.xlsx"

    @property
    def before(self) -> str:
        return MONTHS[self.number - 1]

    @property
    def month(self) -> str:
        return MONTHS[self.number]

    @property
    def following(self) -> str:
        return MONTHS[self.number + 1]

    @property
    def rows(self) -> range:
        return range(FIRST, FIRST + len(self.meters))


def facts(rng: Random) -> Facts:
    count = rng.randint(5, 7)
    readings = []
    for _ in range(count):
        first = rng.randint(1000, 9000)
        second = first + rng.randint(20, 400)
        readings.append((first, second, second + rng.randint(20, 400)))
    farm = rng.choice(("brook", "cherry", "hill", "marsh", "stone"))
    return Facts(farm, rng.randint(1, 10), tuple(rng.sample(METERS, count)), tuple(readings))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for place, month in enumerate((facts.before, facts.month)):
        sheet = book.create_sheet(month)
        sheet["A1"] = month
        sheet["A1"].font = Font(bold=True)
        for letter, title in zip("ABCD", ("Meter", "Old", "New", "Used"), strict=True):
            sheet[f"{letter}3"] = title
            sheet.column_dimensions[letter].width = 15
        for row, meter, values in zip(facts.rows, facts.meters, facts.readings, strict=True):
            sheet[f"A{row}"] = meter
            sheet[f"B{row}"], sheet[f"C{row}"] = values[place : place + 2]
            sheet[f"D{row}"] = f'=IF(C{row}="","",C{row}-B{row})'
    rates = book.create_sheet("Rates")
    rates.append(["Up to", "Cents"])
    for limit, cents in ((200, 31), (500, 29), (1000, 27)):
        rates.append([limit, cents])
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "meters.xlsx").write_bytes(workbook(facts))
