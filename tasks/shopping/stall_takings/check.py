import csv

from checkers import GuestView, Score, claim
from checkers.archives import parsing
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Name, value_claim

PROFIT = "Documents/stall/profit.csv"
ROWS = [("Honey", 35, 95.2), ("Soap", 35, 82.25), ("Candle", 22, 49.5)]


@judged
def check(guest: GuestView) -> Score:
    with parsing(PROFIT, "CSV table"):
        rows = [row for row in csv.reader(read_text(guest, f"/home/user/{PROFIT}").splitlines()) if row]
    values = [value(row) for row in rows[1:]]
    return Score.all_of(
        claim("the columns have their names", rows[:1] == [["article", "pieces", "profit"]], rows[:1]),
        claim("the articles are in order", [row[0] for row in values] == [row[0] for row in ROWS], rows),
        claim("the pieces are summed", [row[1] for row in values] == [row[1] for row in ROWS], rows),
        claim("the profits are right", [row[2] for row in values] == [row[2] for row in ROWS], rows),
        value_claim(guest, "the answer is Candle", Name("Candle", others=["Honey", "Soap"])),
        nothing_else(guest, may_add(PROFIT)),
    )


def value(row: list[str]) -> tuple[str, float | None, float | None]:
    """A row's name and numbers; None for what is no number."""
    try:
        name, pieces, profit = row
        return name, float(pieces), float(profit)
    except ValueError:
        return row[0], None, None
