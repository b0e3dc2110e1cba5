import io
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

CURRENCIES = {"CHF": 1040, "CZK": 40, "DKK": 134, "HUF": 3, "PLN": 232, "RON": 201, "SEK": 88}
"""What one unit is worth, about, in thousandths of a euro."""
PURPOSES = (
    "Boat",
    "Bread",
    "Campsite",
    "Coffee",
    "Ferry",
    "Fuel",
    "Guide",
    "Museum",
    "Parking",
    "Soup",
    "Tickets",
)
FIRST = 2
"""The row of the first expense."""


@dataclass(frozen=True)
class Rate:
    currency: str
    since: date
    hundredths: int
    """What one unit is worth, in hundredths of a cent."""

    @property
    def euros(self) -> Decimal:
        return Decimal(self.hundredths) / 10_000


@dataclass(frozen=True)
class Expense:
    day: date
    purpose: str
    amount: int
    currency: str


@dataclass(frozen=True)
class Facts:
    trip: str
    year: int
    expenses: tuple[Expense, ...]
    rates: tuple[Rate, ...]
    """By currency, each twice, the earlier one first."""
    former: tuple[Rate, ...]
    """Those of the year before."""

    @property
    def file(self) -> str:
        return f"{self.trip.replace(' ', '-')}-{self.year}.xlsx"

    @property
    def last(self) -> int:
        return self.year - 1

    @property
    def euros(self) -> list[Decimal]:
        return [in_euros(expense, self.rates) for expense in self.expenses]

    @property
    def total(self) -> Decimal:
        return sum(self.euros, Decimal(0))


def in_euros(expense: Expense, rates: tuple[Rate, ...], *, first: bool = False) -> Decimal:
    """By the rate of the day, or by the first one of the currency."""
    listed = [rate for rate in rates if rate.currency == expense.currency]
    held = [rate for rate in listed if rate.since <= expense.day] or listed[:1]
    return cents(expense.amount * (listed[0] if first else held[-1]).euros)


def cents(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def facts(rng: Random) -> Facts:
    """Each currency is used before and after its rate changes; one expense is on the very day of the change."""
    while True:
        drawn = _draw(rng)
        amounts = [100 * each.amount * rate.euros for each in drawn.expenses for rate in drawn.rates]
        if all(abs(amount % 1 - Decimal("0.5")) > Decimal("0.02") for amount in amounts):
            return drawn


def _draw(rng: Random) -> Facts:
    year = rng.randint(2023, 2027)
    begin = date(year, rng.randint(5, 8), rng.randint(1, 12))
    currencies = rng.sample(sorted(CURRENCIES), 3)
    changes = {currency: begin + timedelta(days=rng.randint(4, 7)) for currency in currencies}
    purposes = iter(rng.sample(PURPOSES, 8))
    expenses = []
    for place, currency in enumerate(currencies):
        days = [changes[currency] - timedelta(days=rng.randint(1, 4)), changes[currency] + timedelta(days=2)]
        if place < 2:
            days.append(changes[currency])
        for day in days:
            amount = rng.randint(11_000, 90_000) // CURRENCIES[currency]
            expenses.append(Expense(day, next(purposes), amount, currency))
    expenses.sort(key=lambda each: each.day)
    rates, former = (_rates(rng, changes, years_ago) for years_ago in (0, 1))
    trip = rng.choice(("canoe trip", "choir trip", "cycling tour", "hiking tour", "study trip"))
    return Facts(trip, year, tuple(expenses), rates, former)


def _rates(rng: Random, changes: dict[str, date], years_ago: int) -> tuple[Rate, ...]:
    """No two of a currency are the same."""
    rates = []
    for currency, change in changes.items():
        percents = rng.sample((rng.randint(91, 97), rng.randint(103, 109)), 2)
        days = (change.replace(month=change.month - 2, day=1), change)
        for since, percent in zip(days, percents, strict=True):
            day = since.replace(year=since.year - years_ago)
            rates.append(Rate(currency, day, CURRENCIES[currency] * percent // 10))
    return tuple(rates)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    expenses = book.active
    assert expenses is not None
    expenses.title = "Expenses"
    expenses.append(["Day", "Purpose", "Amount", "Currency", "Euros"])
    for each in facts.expenses:
        expenses.append([each.day, each.purpose, each.amount, each.currency])
        expenses.cell(expenses.max_row, 1).number_format = "yyyy-mm-dd"
    for year, rates in ((facts.last, facts.former), (facts.year, facts.rates)):
        sheet = book.create_sheet(str(year))
        sheet.append(["Currency", "From", "Euros for one"])
        for rate in rates:
            sheet.append([rate.currency, rate.since, float(rate.euros)])
            sheet.cell(sheet.max_row, 2).number_format = "yyyy-mm-dd"
            sheet.cell(sheet.max_row, 3).number_format = "0.0000"
    for sheet in book.worksheets:
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter in "ABCDE":
            sheet.column_dimensions[letter].width = 14
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "trip.xlsx").write_bytes(workbook(facts))
