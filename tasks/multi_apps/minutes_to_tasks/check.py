from datetime import date

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values

PATH = "Documents/tasks.xlsx"
ADDED = (
    (5, "Have the pump looked at", "Tessa Bell", date(2026, 3, 27)),
    (6, "Read the water meter", "Milan Kovac", date(2026, 3, 20)),
    (7, "Fetch the banner from the school", "Mara Keller", date(2026, 4, 24)),
    (8, "Write to the newspaper", "Rolf Berg", date(2026, 4, 17)),
    (9, "Have the scythes sharpened", "Tim Bowen", date(2026, 4, 2)),
    (10, "Copy the shed key twice", "Milan Kovac", date(2026, 3, 31)),
)
FIRST = 6
"""The first free row."""


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Tasks")
    rows = [[sheet[f"{letter}{row}"].value for letter in "ABCD"] for row in range(FIRST, FIRST + len(ADDED))]
    last = FIRST + len(ADDED) - 1
    return Score.all_of(
        *(
            claim(f"task {expected[0]} is {expected[1]!r}, {expected[2]}", same_values(row, expected), row)
            for row, expected in zip(rows, ADDED, strict=True)
        ),
        nothing_else(
            guest,
            may_change(PATH, *cells("Tasks", f"A{FIRST}:D{last}"), what=("value", "formula")),
            may_change(PATH, *cells("Tasks", f"D{FIRST}:D{last}"), what=("type", "number format")),
        ),
    )
