from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "inventory.ods"
REORDER = ["no", "yes", "no", "yes", "no", "yes", "no", "no", "yes", "no"]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/inventory.ods")
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    sheet = book.sheet("Stock")
    answers = [str(value).strip().lower() for value in sheet.column("Reorder")]
    return Score.all_of(
        untouched_claim(book, original, apart=[f"Stock!D{row}" for row in range(2, len(REORDER) + 2)]),
        claim("Reorder is Yes exactly where the stock is below the minimum", answers == REORDER, answers),
    )
