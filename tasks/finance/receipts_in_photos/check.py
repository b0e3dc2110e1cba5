import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Money, value_claim

TABLE = "/home/user/Pictures/receipts/receipts.csv"
TITLES = ["date", "shop", "total", "paid"]
ROWS = [
    ("2027-03-12", "bakery linde", 42.0, "cash"),
    ("2027-03-15", "stationer kuhn", 17.5, "card"),
    ("2027-03-19", "drinks market", 31.8, "cash"),
    ("2027-03-20", "hall hire co.", 145.0, "invoice"),
]


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, TABLE).splitlines()))
        table = [[cell.strip().lower() for cell in line] for line in lines if line]
        rows = [(day, shop, float(total), paid) for day, shop, total, paid in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("receipts.csv has rows of four columns with a number as the third", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("the receipts are in it, the oldest first", rows == ROWS, rows[:20]),
        value_claim(
            guest,
            "the answer is 66.60 euros",
            Money(66.6, "EUR"),
            given="42.00 and 31.80, that is 73.80 euros in cash, 24.60 without the deposit of 7.20",
        ),
        nothing_else(guest, may_add("Pictures/receipts/receipts.csv")),
    )
