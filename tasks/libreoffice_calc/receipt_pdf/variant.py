import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

DONORS = (
    "Ada Moreno", "Boris Falk", "Celia Brandt", "David Okoro", "Elsa Lindgren", "Farid Nasri", "Gita Rao", "Henrik Bay",
)  # fmt: skip
MUSEUMS = ("Museum of Salt", "Museum of Clocks", "Loom Museum", "Lighthouse Museum", "Museum of Maps")


@dataclass(frozen=True)
class Donation:
    number: int
    donor: str
    day: date
    cents: int

    @property
    def amount(self) -> float:
        return self.cents / 100


@dataclass(frozen=True)
class Facts:
    museum: str
    year: int
    donations: tuple[Donation, ...]
    place: int
    """That of the donation the receipt is for."""

    @property
    def donation(self) -> Donation:
        return self.donations[self.place]

    @property
    def donor(self) -> str:
        return self.donation.donor

    @property
    def amount(self) -> float:
        return self.donation.amount

    @property
    def file(self) -> str:
        return f"receipts-{self.year}.xlsx"

    @property
    def of_the_donor(self) -> list[Donation]:
        """The donor's other donations."""
        return [each for each in self.donations if each.donor == self.donor and each != self.donation]

    @property
    def same_amount(self) -> Donation:
        """The donation of that amount by somebody else."""
        return next(
            each for each in self.donations if each.cents == self.donation.cents and each.donor != self.donor
        )


def facts(rng: Random) -> Facts:
    """The donor gave three times; somebody else gave the same amount."""
    year = rng.randint(2026, 2029)
    others = rng.sample(DONORS, 6)
    donors = [others[0]] * 3 + others[1:] + [others[1]]
    amounts = [cents * 100 + rng.randint(1, 99) for cents in rng.sample(range(15, 900), len(donors))]
    amounts[3] = amounts[0]
    rows = list(zip(donors, amounts, strict=True))
    wanted = rows[0]
    rng.shuffle(rows)
    day, number, donations = date(year, 1, 4), rng.randint(10, 60), []
    for donor, cents in rows:
        day += timedelta(days=rng.randint(2, 20))
        number += rng.randint(1, 7)
        donations.append(Donation(number, donor, day, cents))
    return Facts(rng.choice(MUSEUMS), year, tuple(donations), rows.index(wanted))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    receipt = book.active
    assert receipt is not None
    receipt.title = "Receipt"
    last = len(facts.donations) + 1
    rows = (
        (f"{facts.museum}: receipt for a donation", None),
        (None, None),
        ("Number", None),
        ("Donor", f'=IFERROR(VLOOKUP(B3,Donations!A2:D{last},2,0),"")'),
        ("Day", f'=IFERROR(TEXT(VLOOKUP(B3,Donations!A2:D{last},3,0),"yyyy-mm-dd"),"")'),
        ("Amount", f'=IFERROR(TEXT(VLOOKUP(B3,Donations!A2:D{last},4,0),"0.00")&" euros","")'),
        (None, None),
        ("We thank you for your help.", None),
    )
    for row in rows:
        receipt.append(list(row))
    receipt["A1"].font = Font(bold=True)
    donations = book.create_sheet("Donations")
    donations.append(["Number", "Donor", "Day", "Amount"])
    for each in facts.donations:
        donations.append([each.number, each.donor, each.day, each.amount])
        donations.cell(donations.max_row, 3).number_format = "yyyy-mm-dd"
        donations.cell(donations.max_row, 4).number_format = "0.00"
    for cell in donations[1]:
        cell.font = Font(bold=True)
    for sheet, widths in ((receipt, (14, 30)), (donations, (10, 20, 14, 12))):
        for letter, width in zip("ABCD", widths, strict=False):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "receipts.xlsx").write_bytes(workbook(facts))
