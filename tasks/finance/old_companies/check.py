import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

SHARES = "/home/user/Documents/shares.csv"
TITLES = ["symbol", "percent"]
ROWS = [("HLLN", 21.8), ("BRKT", 3.7)]


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, SHARES).splitlines()))
        table = [[cell.strip() for cell in line] for line in lines if line]
        rows = [(symbol, float(percent)) for symbol, percent in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("shares.csv has rows of a symbol and a number", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("the two companies are in it, the better one first", rows == ROWS, rows[:20]),
        nothing_else(guest, may_add("Documents/shares.csv")),
    )
