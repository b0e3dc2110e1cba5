import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

KINDS = ("rentals", "repairs", "donations", "orders")
ITEMS = ("bicycle", "trailer", "tandem", "scooter", "helmet", "child seat", "lock", "pump", "lamp", "basket")


@dataclass(frozen=True)
class Row:
    day: date
    item: str
    count: int
    amount: float


@dataclass(frozen=True)
class Facts:
    things: str
    month: str
    year: int
    present: tuple[Row, ...]
    earlier: tuple[Row, ...]

    @property
    def file(self) -> str:
        return f"{self.things}-{self.year}.xlsx"

    @property
    def source(self) -> str:
        """The cells of this month's rows; row 1 is the heading."""
        return f"A2:D{len(self.present) + 1}"

    @property
    def free_row(self) -> int:
        """The first one below those of the archive."""
        return len(self.earlier) + 2


def facts(rng: Random) -> Facts:
    year, month = rng.randint(2022, 2026), rng.randint(4, 12)
    present = [
        _row(rng, date(year, month, day)) for day in sorted(rng.sample(range(1, 29), rng.randint(5, 9)))
    ]
    days = sorted(rng.sample(range(1, 80), rng.randint(9, 16)))
    earlier = [_row(rng, date(year, month, 1) - timedelta(days=80 - day)) for day in days]
    return Facts(rng.choice(KINDS), f"{date(year, month, 1):%B}", year, tuple(present), tuple(earlier))


def _row(rng: Random, day: date) -> Row:
    return Row(day, rng.choice(ITEMS), rng.randint(1, 6), rng.randint(300, 9900) / 100)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = facts.month
    for name, rows in ((facts.month, facts.present), ("Archive", facts.earlier)):
        sheet = book[name] if name in book.sheetnames else book.create_sheet(name)
        sheet.append(["Date", "Item", "Count", "Amount"])
        for row in rows:
            sheet.append([row.day, row.item, row.count, row.amount])
            sheet.cell(sheet.max_row, 1).number_format = "yyyy-mm-dd"
            sheet.cell(sheet.max_row, 4).number_format = "0.00"
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.column_dimensions["A"].width = 13
        sheet.column_dimensions["B"].width = 14
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "book.xlsx").write_bytes(workbook(facts))
