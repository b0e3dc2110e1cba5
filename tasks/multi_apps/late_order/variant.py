import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

CUSTOMERS = (
    "Ahmed",
    "Berg",
    "Cordova",
    "Dubois",
    "Eklund",
    "Ferrari",
    "Gupta",
    "Horvat",
    "Ito",
    "Jovanovic",
    "Klein",
)
ITEMS = (
    "honey, 500 g",
    "candles",
    "bread board",
    "wool socks",
    "plum jam",
    "soap",
    "tea towel",
    "birdhouse",
    "mugs",
)
STALLS = ("spring", "easter", "summer", "autumn", "winter")


@dataclass(frozen=True)
class Order:
    number: int
    customer: str
    item: str
    count: int
    price: float

    @property
    def file(self) -> str:
        return f"order-{self.number}.txt"

    @property
    def message(self) -> str:
        return (
            f"Order {self.number}\n\nMs or Mr {self.customer} would like {self.count} of these: {self.item}\n"
            f"Price of one: {self.price:.2f} euros\n"
        )

    @property
    def cells(self) -> tuple[int, str, str, int, float]:
        return self.number, self.customer, self.item, self.count, self.price


@dataclass(frozen=True)
class Facts:
    stall: str
    orders: tuple[Order, ...]
    late: Order

    @property
    def file(self) -> str:
        return f"{self.stall}-orders.xlsx"

    @property
    def late_file(self) -> str:
        return self.late.file

    @property
    def row(self) -> int:
        """That of the late order; row 1 is the heading."""
        return len(self.orders) + 2


def facts(rng: Random) -> Facts:
    first, count = rng.randint(110, 800), rng.randint(6, 9)
    customers = rng.sample(CUSTOMERS, count + 1)
    orders = [_order(rng, first + place, customer) for place, customer in enumerate(customers)]
    return Facts(rng.choice(STALLS), tuple(orders[:-1]), orders[-1])


def _order(rng: Random, number: int, customer: str) -> Order:
    return Order(number, customer, rng.choice(ITEMS), rng.randint(2, 9), rng.randrange(1050, 4000, 5) / 100)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Orders"
    sheet.append(["Order", "Customer", "Item", "Count", "Price"])
    for order in facts.orders:
        sheet.append(list(order.cells))
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip("ABCDE", (9, 14, 18, 8, 9), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "orders.xlsx").write_bytes(workbook(facts))
    (folder / "late.txt").write_text(facts.late.message)
    (folder / "inbox").mkdir()
    for order in facts.orders[-2:]:
        (folder / "inbox" / order.file).write_text(order.message)
