from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.spreadsheets import read_workbook

PATH = "Documents/reading_room.xlsx"
ORDER = ["Half-year", "January", "February", "March", "April", "May", "June"]


@judged
def check(guest: GuestView) -> Score:
    names = read_workbook(guest, f"/home/user/{PATH}").sheet_names
    return Score.all_of(
        claim("Half-year is first, then January to June", names == ORDER, names),
        nothing_else(guest, may_change(PATH, "sheet *", what="order")),
    )
