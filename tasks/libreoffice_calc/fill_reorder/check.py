from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook

PATH = "Documents/inventory.ods"
REORDER = ["no", "yes", "no", "yes", "no", "yes", "no", "no", "yes", "no"]


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Stock")
    answers = [str(value).strip().lower() for value in sheet.column("Reorder")]
    filled = cells("Stock", f"D2:D{len(REORDER) + 1}")
    return Score.all_of(
        claim("Reorder is Yes exactly where the stock is below the minimum", answers == REORDER, answers),
        nothing_else(guest, may_change(PATH, *filled, what=("value", "formula", "type"))),
    )
