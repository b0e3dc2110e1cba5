from checkers import GuestView, Score, claim
from checkers.calculated import read_calculated
from checkers.evidence import judged
from checkers.nothing_else import may_add, nothing_else
from checkers.spreadsheets import read_workbook, same_values

DEPOT = "/home/user/Documents/depot.xlsx"
ROWS = [
    ["Symbol", "Shares", "Close", "Value"],
    ["CRVN", 30, 95.53, 2865.9],
    ["HLLN", 120, 19.38, 2325.6],
    ["QRRY", 55, 30.99, 1704.45],
    ["FRWG", 10, 50.61, 506.1],
    ["Total", None, None, 7402.05],
]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, DEPOT)
    if any(cell.formula for sheet in book.sheets for cell in sheet.cells.values()):
        book = read_calculated(guest, DEPOT)
    rows = book.sheet("Depot").rows()
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Depot"], book.sheet_names),
        claim(
            "it has the shares with their prices and values, and the sum",
            len(rows) == len(ROWS) and all(map(same_values, rows, ROWS)),
            rows[:20],
        ),
        nothing_else(guest, may_add("Documents/depot.xlsx")),
    )
