from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_add, nothing_else
from checkers.spreadsheets import read_workbook, same_values

PUMPS = "Documents/pumps.xlsx"
ROWS = [
    ["Ostrel bicycle pump", 63.5, 10.6],
    ["Pemberwick bicycle pump", 50.95, 19.4],
    ["Lindqvar bicycle pump", 66.0, 132.3],
]


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, f"/home/user/{PUMPS}")
    sheet = book.sheet("Pumps")
    rows = sheet.rows(2)
    titles = [sheet[name] for name in ("A1", "B1", "C1")]
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Pumps"], book.sheet_names),
        claim("the titles are there", [cell.value for cell in titles] == ["Name", "Price", "Ounces"]),
        claim("they are bold", all(cell.bold for cell in titles)),
        claim("the pumps are in order", [row[0] for row in rows] == [row[0] for row in ROWS], rows),
        claim(
            "prices and ounces are right", len(rows) == len(ROWS) and all(map(same_values, rows, ROWS)), rows
        ),
        nothing_else(guest, may_add(PUMPS)),
    )
