from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values

PATH = "Documents/rivers.xlsx"
LENGTHS = [174, 431, 96, 212]
SOURCES = ["Pale Down", "Mount Hadder", "Lake Ansel", "Oxhorn"]


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Rivers")
    lengths, sources = ([sheet[f"{column}{row}"].value for row in range(2, 6)] for column in "BC")
    return Score.all_of(
        claim("each river has its length as a number", same_values(lengths, LENGTHS), lengths),
        claim("each river has its source", same_values(sources, SOURCES), sources),
        nothing_else(guest, may_change(PATH, *cells("Rivers", "B2:C5"), what="value")),
    )
