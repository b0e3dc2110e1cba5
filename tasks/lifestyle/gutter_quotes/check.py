import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Name, value_claim

QUOTES = "Documents/gutter/quotes.csv"
TITLES = ["firm", "total"]
ROWS = [("nordlund", 1764.0), ("halm", 1785.0), ("petri", 1800.0)]


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"/home/user/{QUOTES}").splitlines()))
        table = [[cell.strip().lower() for cell in line] for line in lines if line]
        rows = [(firm, float(total)) for firm, total in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("quotes.csv has rows of a name and a number", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("the firms are in it with all that is paid, the cheapest first", rows == ROWS, rows[:20]),
        value_claim(guest, "the answer is halm", Name("halm", others=[firm for firm, _ in ROWS])),
        nothing_else(guest, may_add(QUOTES)),
    )
