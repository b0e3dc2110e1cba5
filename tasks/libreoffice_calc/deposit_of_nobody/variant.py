import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

BORROWERS = (
    "Alma Reuter",
    "Bjarne Holt",
    "Chiara Monti",
    "Denis Petrov",
    "Esther Amsel",
    "Finn Okafor",
    "Gerda Wolff",
)
TOOLS = (
    "Angle grinder",
    "Cement mixer",
    "Drill",
    "Hedge trimmer",
    "Ladder",
    "Router",
    "Sander",
    "Tile cutter",
)


@dataclass(frozen=True)
class Loan:
    number: int
    borrower: str
    tool: str
    cents: int

    @property
    def amount(self) -> float:
        return self.cents / 100


@dataclass(frozen=True)
class Facts:
    year: int
    borrower: str
    cents: int
    loans: tuple[Loan, ...]

    @property
    def file(self) -> str:
        return f"loans-{self.year}.xlsx"

    @property
    def amount(self) -> float:
        return self.cents / 100

    @property
    def of_the_borrower(self) -> Loan:
        """The borrower's loan with the deposit that comes next to it."""
        own = [loan for loan in self.loans if loan.borrower == self.borrower]
        return min(own, key=lambda loan: abs(loan.cents - self.cents))

    @property
    def of_the_amount(self) -> Loan:
        """The loan of somebody else with that deposit."""
        (loan,) = (loan for loan in self.loans if loan.cents == self.cents)
        return loan


def facts(rng: Random) -> Facts:
    """The borrower has three loans, none of them with the deposit; somebody else has one with it."""
    borrower, *others = rng.sample(BORROWERS, 6)
    amounts = rng.sample(range(1000, 20_000, 50), 8)
    rows = list(zip([borrower] * 3 + others, amounts, strict=True))
    cents = amounts[3]
    rng.shuffle(rows)
    number, loans = rng.randint(100, 400), []
    for (name, amount), tool in zip(rows, rng.sample(TOOLS, len(rows)), strict=True):
        number += rng.randint(1, 9)
        loans.append(Loan(number, name, tool, amount))
    return Facts(rng.randint(2025, 2029), borrower, cents, tuple(loans))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    receipt = book.active
    assert receipt is not None
    receipt.title = "Receipt"
    last = len(facts.loans) + 1
    rows = (
        ("Tool library: receipt for a deposit", None),
        (None, None),
        ("Loan", None),
        ("Borrower", f'=IFERROR(VLOOKUP(B3,Loans!A2:D{last},2,0),"")'),
        ("Tool", f'=IFERROR(VLOOKUP(B3,Loans!A2:D{last},3,0),"")'),
        ("Deposit", f'=IFERROR(TEXT(VLOOKUP(B3,Loans!A2:D{last},4,0),"0.00")&" euros","")'),
    )
    for row in rows:
        receipt.append(list(row))
    receipt["A1"].font = Font(bold=True)
    loans = book.create_sheet("Loans")
    loans.append(["Loan", "Borrower", "Tool", "Deposit"])
    for loan in facts.loans:
        loans.append([loan.number, loan.borrower, loan.tool, loan.amount])
        loans.cell(loans.max_row, 4).number_format = "0.00"
    for cell in loans[1]:
        cell.font = Font(bold=True)
    for sheet in book.worksheets:
        for letter in "ABCD":
            sheet.column_dimensions[letter].width = 20
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "loans.xlsx").write_bytes(workbook(facts))
