from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import Workbook, parse_workbook, read_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "reading_room.xlsx"
ORDER = ["Half-year", "January", "February", "March", "April", "May", "June"]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/reading_room.xlsx")
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    names = book.sheet_names
    unseen = [sheet.name for sheet in book.sheets if sheet.hidden]
    return Score.all_of(
        claim("Half-year is first, then January to June", names == ORDER, names),
        claim("no sheet is hidden", not unseen, unseen),
        untouched_claim(by_name(book), by_name(original), text="each sheet holds what it held"),
    )


def by_name(book: Workbook) -> Workbook:
    """The same sheets in alphabetical order."""
    return Workbook(sorted(book.sheets, key=lambda sheet: sheet.name))
