import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

TOOLS = (
    "Drill", "Ladder", "Pasting table", "Sander", "Jigsaw", "Spirit level", "Tile cutter", "Hedge trimmer",
    "Wheelbarrow", "Pressure washer", "Post-hole digger", "Glue gun", "Steam stripper", "Trestles", "Vice",
)  # fmt: skip
NAMES = (
    "Ada B.",
    "Bo C.",
    "Cem D.",
    "Dina E.",
    "Emil F.",
    "Frida G.",
    "Gus H.",
    "Hana I.",
    "Ivo J.",
    "Jule K.",
)
FIRST_ROW = 4
"""That of the first loan; the headings are in row 3."""


@dataclass(frozen=True)
class Loan:
    tool: str
    name: str
    due: date
    returned: date | None


@dataclass(frozen=True)
class Facts:
    street: str
    today: date
    loans: tuple[Loan, ...]
    last_year: tuple[Loan, ...]

    @property
    def file(self) -> str:
        return f"tools-{self.street}.xlsx"

    @property
    def sheet(self) -> str:
        return str(self.today.year)

    @property
    def overdue(self) -> list[int]:
        """The rows of the overdue loans."""
        return self.rows(lambda loan: loan.returned is None and loan.due < self.today)

    def rows(self, chosen: Callable[[Loan], bool]) -> list[int]:
        return [row for row, loan in enumerate(self.loans, start=FIRST_ROW) if chosen(loan)]


def facts(rng: Random) -> Facts:
    today = date(rng.randint(2025, 2029), rng.randint(4, 10), rng.randint(3, 27))
    ages = [0, *rng.sample(range(-20, -1), 3), *rng.sample(range(1, 25), 5)]
    loans = [_loan(rng, today, age, back=False) for age in ages]
    loans += [_loan(rng, today, rng.randint(1, 30), back=True) for _ in range(3)]
    rng.shuffle(loans)
    before = today - timedelta(days=365)
    last_year = tuple(_loan(rng, before, rng.randint(1, 60), back=rng.random() < 0.8) for _ in range(8))
    return Facts(
        rng.choice(("canal", "forge", "market", "mill", "orchard", "station")), today, tuple(loans), last_year
    )


def _loan(rng: Random, today: date, age: int, *, back: bool) -> Loan:
    """A loan that was due `age` days ago."""
    due = today - timedelta(days=age)
    returned = today - timedelta(days=rng.randint(0, age + 3)) if back else None
    return Loan(rng.choice(TOOLS), rng.choice(NAMES), due, returned)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    year = facts.today.year
    sheets = {year - 1: (date(year - 1, 12, 31), facts.last_year), year: (facts.today, facts.loans)}
    for name, (day, loans) in sheets.items():
        sheet = book.create_sheet(str(name))
        rows: list[tuple[str | date | None, ...]] = [
            ("Today", day),
            (),
            ("Tool", "Lent to", "Due", "Returned"),
        ]
        rows += [(loan.tool, loan.name, loan.due, loan.returned) for loan in loans]
        for number, row in enumerate(rows, start=1):
            for column, value in enumerate(row, start=1):
                cell = sheet.cell(number, column, value)
                cell.font = Font(bold=number == 3)
                if isinstance(value, date):
                    cell.number_format = "yyyy-mm-dd"
        for letter in "ABCD":
            sheet.column_dimensions[letter].width = 18
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "loans.xlsx").write_bytes(workbook(facts))
