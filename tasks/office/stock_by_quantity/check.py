from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import column_claim, read_workbook

STOCK = "/home/user/Documents/stock.xlsx"


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, STOCK)
    sheet = book.sheet("Stock")
    titles = [sheet[name] for name in ("A1", "B1", "C1")]
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Stock"], book.sheet_names),
        claim("the titles are on top", [cell.value for cell in titles] == ["Item", "Shelf", "Quantity"]),
        claim("the titles are bold", all(cell.bold for cell in titles), [cell.bold for cell in titles]),
        column_claim(
            sheet, "A", ["Screws", "Hinges", "Brackets", "Handles", "Locks"], "the items are in order"
        ),
        column_claim(sheet, "B", ["C2", "A4", "B1", "A1", "D3"], "the shelves are beside them"),
        column_claim(sheet, "C", [940, 210, 88, 35, 9], "the quantities fall"),
    )
