import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

ITEMS = (
    "Beeswax polish", "Brass hinge", "Chair cane", "Felt glides", "Hide glue", "Linseed oil", "Oak dowel",
    "Sanding belt", "Shellac flakes", "Steel wool", "Upholstery tacks", "Webbing", "Wood filler",
)  # fmt: skip
DEALERS = ("Aldous", "Brandt", "Carver", "Duval", "Ekberg", "Fornes")


@dataclass(frozen=True)
class Position:
    item: str
    pieces: int
    agreed: int
    """The price of a piece in cents, as agreed on for this year."""
    last_year: int
    charged: int


@dataclass(frozen=True)
class Facts:
    year: int
    dealer: str
    number: int
    positions: tuple[Position, ...]
    """Those of the invoice, the one charged too high among them."""
    others: tuple[Position, ...]
    """What else the price list has."""

    @property
    def invoice(self) -> str:
        return f"invoice-{self.number}.docx"

    @property
    def prices(self) -> str:
        return f"prices-{self.dealer.lower()}.xlsx"

    @property
    def wrong(self) -> Position:
        return next(each for each in self.positions if each.charged != each.agreed)

    @property
    def too_much(self) -> str:
        return euros(self.wrong.pieces * (self.wrong.charged - self.wrong.agreed))


def euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def facts(rng: Random) -> Facts:
    year = rng.randint(2025, 2029)
    positions = []
    for item in rng.sample(ITEMS, 9):
        agreed = rng.randrange(210, 2400, 5)
        last_year = agreed - rng.randrange(10, 60, 5)
        positions.append(Position(item, rng.randint(3, 24), agreed, last_year, agreed))
    wrong = positions[0]
    extra = rng.randrange(15, 95, 10)
    positions[0] = Position(wrong.item, wrong.pieces, wrong.agreed, wrong.last_year, wrong.agreed + extra)
    charged = positions[:6]
    rng.shuffle(charged)
    return Facts(year, rng.choice(DEALERS), rng.randint(310, 980), tuple(charged), tuple(positions[6:]))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    listed = sorted((*facts.positions, *facts.others), key=lambda each: each.item)
    for year in (facts.year - 1, facts.year):
        sheet = book.create_sheet(str(year))
        sheet.append(("Item", "Euros a piece"))
        for each in listed:
            sheet.append((each.item, (each.agreed if year == facts.year else each.last_year) / 100))
            sheet.cell(sheet.max_row, 2).number_format = "0.00"
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width = 22, 16
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def document(facts: Facts) -> bytes:
    letter = docx.Document()
    letter.add_paragraph(f"{facts.dealer} Supplies for workshops")
    letter.add_paragraph(f"Invoice {facts.number}, March {facts.year}")
    table = letter.add_table(rows=1, cols=4)
    for cell, text in zip(table.rows[0].cells, ("Item", "Pieces", "Euros a piece", "Euros"), strict=True):
        cell.text = text
    for each in facts.positions:
        texts = (each.item, str(each.pieces), euros(each.charged), euros(each.pieces * each.charged))
        for cell, text in zip(table.add_row().cells, texts, strict=True):
            cell.text = text
    total = sum(each.pieces * each.charged for each in facts.positions)
    letter.add_paragraph(f"To pay within 30 days: {euros(total)} euros")
    out = io.BytesIO()
    letter.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "prices.xlsx").write_bytes(workbook(facts))
    (folder / "invoice.docx").write_bytes(document(facts))
