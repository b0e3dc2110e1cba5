import re
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "expenses.xlsx"
AMOUNTS = [84.5, 236, 31.2, 58.75, 140, 22.4, 18.99, 64, 27.35, 12.6, 99]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/expenses.xlsx")
    sheet = book.sheet("March")
    total = sheet["C14"]
    cells = {int(row) for row in re.findall(r"C\$?(\d+)", total.formula)}
    covered = len(cells) >= len(AMOUNTS) or (
        min(cells, default=99) <= 2 and 12 <= max(cells, default=0) <= 13
    )
    return Score.all_of(
        untouched_claim(book, parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name), apart=["March!C14"]),
        claim("C14 shows 794.79", number(total.value, sum(AMOUNTS)), total.value),
        claim("C14 is a formula over the amounts", covered, total.formula or "no formula"),
    )
