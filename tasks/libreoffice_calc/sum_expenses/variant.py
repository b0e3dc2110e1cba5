import io
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

ITEMS = (
    "Train tickets", "Hotel, two nights", "Taxi to the fair", "Lunch with client", "Booth posters", "Printing",
    "Domain renewal", "USB sticks", "Coffee for workshop", "Courier", "Software licence", "Parking", "Bus pass",
    "Phone bill", "Stationery", "Guest lunch", "Trade magazine", "Room for the meeting", "Batteries", "Postage",
)  # fmt: skip


@dataclass(frozen=True)
class Expense:
    day: date
    item: str
    amount: float


@dataclass(frozen=True)
class Facts:
    month: str
    expenses: tuple[Expense, ...]

    @property
    def last_row(self) -> int:
        """That of the last amount; the first is row 2."""
        return len(self.expenses) + 1

    @property
    def cell(self) -> str:
        """The cell for the total: an empty row is between it and the amounts."""
        return f"C{self.last_row + 2}"

    @property
    def total(self) -> float:
        return round(sum(expense.amount for expense in self.expenses), 2)


CANONICAL = Facts(
    "March",
    tuple(
        Expense(date(2025, 3, day), item, amount)
        for day, item, amount in zip(
            (4, 4, 5, 5, 6, 7, 11, 14, 19, 25, 28),
            ITEMS,
            (84.5, 236, 31.2, 58.75, 140, 22.4, 18.99, 64, 27.35, 12.6, 99),
            strict=False,
        )
    ),
)


def facts(rng: Random) -> Facts:
    month = rng.randint(1, 12)
    items = rng.sample(ITEMS, rng.randint(8, 14))
    days = sorted(rng.randint(1, 28) for _ in items)
    expenses = (
        Expense(date(2025, month, day), item, rng.randint(950, 26000) / 100)
        for day, item in zip(days, items, strict=True)
    )
    return Facts(date(2025, month, 1).strftime("%B"), tuple(expenses))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = facts.month
    rows: list[tuple[str | float | date, ...]] = [("Date", "Item", "Amount")]
    rows += [(each.day, each.item, each.amount) for each in facts.expenses]
    for number, row in enumerate([*rows, (), ("Total",)], start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column, value)
            cell.font = Font(bold=number == 1 or value == "Total")
            if number > 1 and column != 2 and value != "Total":
                cell.number_format = "yyyy-mm-dd" if column == 1 else "#,##0.00"
    for letter, width in zip("ABC", (14, 26, 12), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "expenses.xlsx").write_bytes(workbook(facts))
