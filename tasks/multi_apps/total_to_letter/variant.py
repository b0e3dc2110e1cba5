import io
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random

import docx
import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

ORDERS, LETTER = "orders-q1.xlsx", "letter.docx"
TEMPLATE = Path(__file__).parent / "files" / LETTER
"""The letter to the canonical variant's customer."""
ALIKE = (
    ("Lindqvist", "Lindquist"),
    ("Petersen", "Pedersen"),
    ("Meyer", "Meier"),
    ("Hansen", "Hanson"),
    ("Nowak", "Novak"),
    ("Fischer", "Fisher"),
    ("Larsson", "Larson"),
    ("Schmidt", "Schmitt"),
)
OTHERS = ("Moreau", "Osei", "Rossi", "Kaya", "Duarte", "Yilmaz", "Sato")
ITEMS = (
    "Reading lamp, brass", "Desk, oak", "Coat hooks", "Bookshelf", "Lampshade, linen", "Chair, oak", "Mirror",
    "Armchair, green", "Umbrella stand", "Rug, 2 x 3 m", "Side table", "Floor lamp", "Wall clock", "Bench, pine",
)  # fmt: skip


@dataclass(frozen=True)
class Order:
    day: date
    customer: str
    item: str
    cents: int


@dataclass(frozen=True)
class Facts:
    title: str
    first_name: str
    customer: str
    similar: str
    orders: tuple[Order, ...]

    @property
    def possessive(self) -> str:
        return "her" if self.title == "Ms" else "his"

    @property
    def letter(self) -> str:
        """The name of the letter's file."""
        return f"letter-{self.customer.lower()}.docx"

    @property
    def rows(self) -> tuple[int, ...]:
        """Those of the customer's orders; the first order is in row 2."""
        return tuple(row for row, each in enumerate(self.orders, start=2) if each.customer == self.customer)

    @property
    def total(self) -> str:
        return self.sum_of(self.customer)

    def sum_of(self, *customers: str) -> str:
        return f"{sum(each.cents for each in self.orders if each.customer in customers) / 100:.2f}"


CANONICAL = Facts(
    "Ms",
    "Eva",
    *ALIKE[0],
    tuple(
        Order(date(2026, month, day), customer, item, cents)
        for (month, day), customer, item, cents in zip(
            ((1, 8), (1, 13), (1, 22), (2, 3), (2, 11), (2, 17), (3, 2), (3, 9), (3, 20), (3, 27)),
            (
                *("Lindqvist", "Moreau", "Lindquist", "Osei", "Lindqvist"),
                *("Moreau", "Osei", "Lindqvist", "Lindquist", "Moreau"),
            ),
            ITEMS,
            (41250, 88000, 6420, 34900, 8990, 24075, 12950, 120735, 5800, 51525),
            strict=False,
        )
    ),
)


def facts(rng: Random) -> Facts:
    title, first_name = rng.choice(
        (("Ms", "Eva"), ("Ms", "Ida"), ("Mr", "Jan"), ("Mr", "Paul"), ("Ms", "Nora"))
    )
    customer, similar = rng.sample(rng.choice(ALIKE), 2)
    one, other = rng.sample(OTHERS, 2)
    number = rng.randint(3, 5)
    customers = [customer] * number + [similar] * 2 + [one] * 3 + [other] * 2
    rng.shuffle(customers)
    days = sorted(date(2026, rng.randint(1, 3), rng.randint(2, 28)) for _ in customers)
    items = rng.sample(ITEMS, len(customers))
    orders = (
        Order(day, name, item, rng.randint(900, 90000))
        for day, name, item in zip(days, customers, items, strict=True)
    )
    return Facts(title, first_name, customer, similar, tuple(orders))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Orders"
    rows: list[tuple[str | float | date, ...]] = [("Date", "Customer", "Item", "Amount (EUR)")]
    rows += [(each.day, each.customer, each.item, each.cents / 100) for each in facts.orders]
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column, value)
            cell.font = Font(bold=number == 1)
            if number > 1 and column in (1, 4):
                cell.number_format = "YYYY-MM-DD" if column == 1 else "0.00"
    sheet["F2"] = f"{facts.customer}, total"
    for letter, width in zip("ABCDEFG", (12, 14, 26, 14, 4, 18, 12), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def letter(facts: Facts) -> bytes:
    document = docx.Document(str(TEMPLATE))
    greeting = f"{facts.title} {facts.first_name} {facts.customer}"
    for run in (run for paragraph in document.paragraphs for run in paragraph.runs):
        text = run.text.replace("Ms Eva Lindqvist", greeting)
        run.text = text.replace("Ms Lindqvist", f"{facts.title} {facts.customer}")
    out = io.BytesIO()
    document.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / ORDERS).write_bytes(workbook(facts))
    (folder / LETTER).write_bytes(letter(facts))
