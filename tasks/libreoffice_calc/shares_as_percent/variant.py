import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

SUBJECTS = ("visitors", "members", "loans", "donations", "tickets")
PARTS = (
    "Children", "Students", "Teachers", "Pensioners", "Families", "Guests", "Friends of the house", "Groups",
    "Neighbours", "Press",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    part: str
    count: int


@dataclass(frozen=True)
class Facts:
    subject: str
    year: int
    last_year: int
    rows: tuple[Row, ...]

    @property
    def file(self) -> str:
        return f"{self.subject}-{self.year}.xlsx"

    @property
    def total(self) -> int:
        return sum(row.count for row in self.rows)

    @property
    def example(self) -> float:
        return self.rows[0].count / self.total

    @property
    def shares(self) -> str:
        """The cells with the shares; row 1 is the heading."""
        return f"C2:C{len(self.rows) + 1}"


def facts(rng: Random) -> Facts:
    year = rng.randint(2021, 2026)
    parts = rng.sample(PARTS, rng.randint(5, 8))
    rows = tuple(Row(part, rng.randint(12, 900)) for part in parts)
    return Facts(rng.choice(SUBJECTS), year, year - 1, rows)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = str(facts.year)
    sheet.append(["Part", "Count", "Share", "Growth"])
    for place, row in enumerate(facts.rows, start=2):
        sheet.append([row.part, row.count, f"=B{place}/B${len(facts.rows) + 2}", (row.count % 40 - 20) / 100])
        sheet.cell(place, 3).number_format = "0.0000"
        sheet.cell(place, 4).number_format = "0.00"
    sheet.append(["Total", f"=SUM(B2:B{len(facts.rows) + 1})"])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.column_dimensions["A"].width = 24
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "table.xlsx").write_bytes(workbook(facts))
