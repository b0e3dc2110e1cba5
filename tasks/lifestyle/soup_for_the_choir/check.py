import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

SHOPPING = "Documents/soup.csv"
TITLES = ["ingredient", "amount", "unit"]
ROWS = {
    "白蘑菇": (1200, "克"),
    "洋葱": (300, "克"),
    "黄油": (90, "克"),
    "面粉": (60, "克"),
    "牛奶": (1200, "毫升"),
    "淡奶油": (180, "毫升"),
    "盐": (12, "克"),
    "黑胡椒碎": (6, "克"),
}


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"/home/user/{SHOPPING}").splitlines()))
        table = [[cell.strip() for cell in line] for line in lines if line]
        rows = [(name, (float(amount), unit)) for name, amount, unit in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("soup.csv has rows of a name, a number and a unit", error) from error
    return Score.all_of(
        claim("the titles are there", [cell.lower() for cell in (table or [[]])[0]] == TITLES, table[:1]),
        claim("each ingredient has a row", sorted(name for name, _ in rows) == sorted(ROWS), rows[:20]),
        claim("amounts and units are right", dict(rows) == ROWS, rows[:20]),
        nothing_else(guest, may_add(SHOPPING)),
    )
