from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import column_claim, read_workbook

DEPOT = "/home/user/Documents/depot.xlsx"


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, DEPOT)
    sheet = book.sheet("Depot")
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Depot"], book.sheet_names),
        claim(
            "the titles are in row 1",
            [sheet[f"{column}1"].value for column in "ABCD"] == ["Symbol", "Shares", "Close", "Value"],
        ),
        column_claim(
            sheet,
            "A",
            ["CRVN", "HLLN", "QRRY", "FRWG", "Total"],
            "the symbols and the total are in column A",
        ),
        claim(
            "the shares are those of depot.csv",
            [sheet[f"B{row}"].value for row in range(2, 6)] == [30, 120, 55, 10],
        ),
        claim(
            "the closing prices are those of 30 September",
            [sheet[f"C{row}"].value for row in range(2, 6)] == [95.53, 19.38, 30.99, 50.61],
        ),
        column_claim(
            sheet,
            "D",
            [2865.9, 2325.6, 1704.45, 506.1, 7402.05],
            "the values and their sum are in column D",
        ),
    )
