from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_add, nothing_else
from checkers.spreadsheets import read_workbook, same_values

ROWS = [
    ["Town", "Train", "Euros", "Francs"],
    ["Dunholt", "T171", 70.5, 65.98],
    ["Farrowgate", "T195", 64.5, 60.37],
    ["Greyharbour", "T205", 100.5, 94.06],
]
FORMULAS = ("=MIN(D2:D4)", "=SMALL(D2:D4,1)")


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/costs.xlsx")
    sheet = book.sheet("Costs")
    rows = sheet.rows()
    formula = sheet["D5"].formula.replace("$", "").replace(" ", "").upper()
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Costs"], book.sheet_names),
        claim(
            "the trains are the cheapest with three seats",
            [row[:2] for row in rows[:4]] == [row[:2] for row in ROWS],
            rows,
        ),
        claim("euros and francs are right", len(rows) >= 4 and all(map(same_values, rows[:4], ROWS)), rows),
        claim(
            "Cheapest is below", [row[:3] for row in rows[4:]] == [["Cheapest", None, None]], rows[4:][:20]
        ),
        claim("it has a formula for the lowest francs", formula in FORMULAS, formula),
        nothing_else(guest, may_add("Documents/costs.xlsx")),
    )
