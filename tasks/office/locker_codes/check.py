from itertools import pairwise

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.sheet_layout import read_layout
from checkers.spreadsheets import read_workbook

LOCKERS = "/home/user/Documents/lockers.xlsx"
NAMES = [
    ["Locker", "Name"],
    [11, "Ada Wren"],
    [12, "Tom Rusk"],
    [13, "Ines Faro"],
    [14, "Karl Benz"],
    [15, "Noor Halloran"],
]
"""The first row has the titles."""


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, LOCKERS)
    sheet = book.sheet("Lockers")
    rows = sheet.rows()
    codes = [row[2] if len(row) == 3 else None for row in rows[1:]]
    whole = [code for code in codes if isinstance(code, int) and not isinstance(code, bool)]
    steps = {later - earlier for earlier, later in pairwise(whole)}
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Lockers"], book.sheet_names),
        claim("lockers and names are there", [row[:2] for row in rows] == NAMES, rows),
        claim("the third column is Code", len(rows[0]) == 3 and rows[0][2] == "Code", rows[:1]),
        claim(
            "each locker has a code of six digits of its own",
            len(set(whole)) == len(NAMES) - 1 and all(100_000 <= code < 1_000_000 for code in whole),
            codes,
        ),
        claim("the codes are no row of numbers", len(steps) > 1, codes),
        claim("the titles are bold", all(sheet[name].bold for name in ("A1", "B1", "C1"))),
        examine("the title row stays in view", lambda: frozen(guest)),
    )


def frozen(guest: GuestView) -> tuple[bool, object]:
    rows = read_layout(guest, LOCKERS, "Lockers").frozen_rows
    return rows == 1, rows
