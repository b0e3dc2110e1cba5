import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Money, value_claim

SETTLE = "/home/user/Documents/settle.csv"
TITLES = ["from", "to", "euros"]
PAYMENTS = [("bo", "ana", 133.5), ("cy", "ana", 137.0)]


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, SETTLE).splitlines()))
        table = [[cell.strip().lower() for cell in line] for line in lines if line]
        rows = sorted((payer, to, float(euros)) for payer, to, euros in table[1:])
    except (csv.Error, ValueError) as error:
        raise Unusable("settle.csv has rows of two names and a number", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("two payments settle all", rows == PAYMENTS, rows[:20]),
        value_claim(
            guest,
            "the answer is 322.50 euros",
            Money(322.5, "EUR"),
            given="926.50 in all, 185.50 paid by Cy; to Ana 133.50 from Bo and 137.00 from Cy",
        ),
        nothing_else(guest, may_add("Documents/settle.csv")),
    )
