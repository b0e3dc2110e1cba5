from checkers import Claim, GuestView, Score, claim
from checkers.spreadsheets import number, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import Sheet

from .variant import Facts, Outing, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, "/home/user/Documents/outings.xlsx")
    sheet = book.sheet("Outings")
    filled = [f"Outings!{letter}{row}" for letter in "CD" for row in range(2, len(facts.outings) + 2)]
    return Score.all_of(
        *(tide_is_entered(sheet, facts, outing, row) for row, outing in enumerate(facts.outings, start=2)),
        untouched_claim(book, parse_workbook(workbook(facts), "outings.xlsx"), apart=filled),
    )


def tide_is_entered(sheet: Sheet, facts: Facts, outing: Outing, row: int) -> Claim:
    tide = facts.tide(outing.day)
    time, height = sheet[f"C{row}"].value, sheet[f"D{row}"].value
    if tide is None:
        return claim(f"{facts.day(outing.day)} stays empty", time is None and height is None, (time, height))
    holds = isinstance(time, str) and time.strip() == tide.time and number(height, tide.height)
    return claim(f"{facts.day(outing.day)}: {tide.time}, {tide.height} m", holds, (time, height))
