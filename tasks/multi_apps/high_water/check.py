from checkers import Claim, GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.variants import judged_with_facts
from checkers.workbook_model import Sheet

from .variant import Facts, HighWater

PATH = "Documents/outings.xlsx"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Outings")
    tides = {row: tide for row, each in enumerate(facts.outings, start=2) if (tide := facts.tide(each.day))}
    filled = cells("Outings", *(f"C{row}:D{row}" for row in tides))
    return Score.all_of(
        *(tide_is_entered(sheet, tide, row) for row, tide in tides.items()),
        nothing_else(guest, may_change(PATH, *filled, what=("value", "formula", "number format"))),
    )


def tide_is_entered(sheet: Sheet, tide: HighWater, row: int) -> Claim:
    time, height = sheet[f"C{row}"].value, sheet[f"D{row}"].value
    holds = isinstance(time, str) and time.strip() == tide.time and number(height, tide.height)
    return claim(f"row {row} has {tide.time} and {tide.height} m", holds, (time, height))
