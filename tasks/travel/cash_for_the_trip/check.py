import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Money, value_claim

CASH = "Documents/cash.csv"
TITLES = ["currency", "amount"]
AMOUNTS = {"GBP": 299.35, "SEK": 4974.68, "USD": 637.39}
CENT = 0.011
"""Two people's pounds may be rounded one by one or together."""
OTHER_POUNDS = "213.82 pounds for Mira, 299.35 pounds in all"


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"/home/user/{CASH}").splitlines()))
        table = [[cell.strip() for cell in line] for line in lines if line]
        rows = [(currency, float(amount)) for currency, amount in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("cash.csv has rows of a currency and a number", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("each currency has a row, in order", [row[0] for row in rows] == list(AMOUNTS), rows[:20]),
        claim(
            "the amounts are right",
            bool(rows) and all(abs(amount - AMOUNTS.get(currency, -1)) < CENT for currency, amount in rows),
            rows[:20],
        ),
        claim("they have two decimals", all(amount == round(amount, 2) for _, amount in rows), rows[:20]),
        value_claim(guest, "the answer is 85.53 pounds", Money(85.53, "GBP"), given=OTHER_POUNDS),
        nothing_else(guest, may_add(CASH)),
    )
