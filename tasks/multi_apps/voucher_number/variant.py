import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

PAYEES = (
    "Arndt",
    "Bower",
    "Cruz",
    "Dahl",
    "Egger",
    "Fox",
    "Gale",
    "Hatch",
    "Iversen",
    "Jahn",
    "Koch",
    "Lamb",
)
PURPOSES = (
    "Chairs, repaired", "Copies", "Fuel for the mower", "Lamps", "Paint", "Postage", "Rope, 60 m", "Tea and cakes",
    "Timber", "Tools, sharpened",
)  # fmt: skip
LETTERS = "ABCDE"


@dataclass(frozen=True)
class Bill:
    number: int
    day: date
    payee: str
    purpose: str
    cents: int
    paid: int
    """What was paid in advance, in cents."""
    voucher: int

    @property
    def amount(self) -> float:
        return (self.cents - self.paid) / 100

    @property
    def message(self) -> str:
        return (
            f"Bill {self.number} of {self.day}\n\nPayee: {self.payee}\nPurpose: {self.purpose}\n"
            f"Sum: {self.cents / 100:.2f} euros\nPaid in advance: {self.paid / 100:.2f} euros\n"
        )

    @property
    def voucher_text(self) -> str:
        return f"Bill {self.number} was checked.\nVoucher number: {self.voucher}\n"


@dataclass(frozen=True)
class Facts:
    before: tuple[Bill, ...]
    new: Bill

    @property
    def bill(self) -> str:
        return f"bill-{self.new.number}.txt"

    @property
    def voucher_file(self) -> str:
        return f"voucher-for-{self.new.number}.txt"

    @property
    def row(self) -> int:
        return len(self.before) + 2


def facts(rng: Random) -> Facts:
    count = rng.randint(5, 8)
    day = date(rng.randint(2026, 2029), rng.randint(1, 10), 1)
    numbers = rng.sample(range(1000, 9999), count + 1)
    vouchers = rng.sample(range(10000, 99999), count + 1)
    payees = rng.sample(PAYEES, count + 1)
    bills = [
        Bill(
            numbers[place],
            day + timedelta(days=4 * place + rng.randint(0, 3)),
            payees[place],
            rng.choice(PURPOSES),
            rng.randint(5000, 60000),
            rng.randrange(500, 4500, 100),
            vouchers[place],
        )
        for place in range(count + 1)
    ]
    return Facts(tuple(bills[:-1]), bills[-1])


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Ledger"
    sheet.append(["Date", "Payee", "Purpose", "Amount", "Voucher"])
    for bill in facts.before:
        sheet.append([bill.day, bill.payee, bill.purpose, bill.amount, bill.voucher])
        sheet.cell(sheet.max_row, 1).number_format = "yyyy-mm-dd"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip(LETTERS, (13, 12, 22, 11, 11), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "ledger.xlsx").write_bytes(workbook(facts))
    (folder / "Inbox").mkdir()
    (folder / "Inbox" / facts.bill).write_text(facts.new.message)
    for bill in facts.before[-2:]:
        (folder / "Inbox" / f"voucher-for-{bill.number}.txt").write_text(bill.voucher_text)
    (folder / "voucher.txt").write_text(facts.new.voucher_text)
