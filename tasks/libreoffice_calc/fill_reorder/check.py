from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import column_claim, read_workbook

STOCK = [12, 2, 4, 150, 35, 9, 60, 10, 18, 7]
MINIMUM = [10, 4, 4, 200, 20, 10, 40, 10, 24, 5]
REORDER = ["no", "yes", "no", "yes", "no", "yes", "no", "no", "yes", "no"]


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, "/home/user/Documents/inventory.ods").sheet("Stock")
    answers = [str(value).strip().lower() for value in sheet.column("Reorder")]
    return Score.all_of(
        column_claim(sheet, "Stock", STOCK, "the stock is untouched"),
        column_claim(sheet, "Minimum", MINIMUM, "the minimum is untouched"),
        claim("Reorder is Yes exactly where the stock is below the minimum", answers == REORDER, answers),
    )
