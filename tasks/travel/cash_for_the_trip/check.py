import csv
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import Unusable, judged
from checkers.files import file_is, read_text

FOLDER = "/home/user/Documents"
TITLES = ["currency", "amount"]
AMOUNTS = {"GBP": 299.35, "SEK": 4974.68, "USD": 637.39}
CENT = 0.011
"""Two people's pounds may be rounded one by one or together."""
WISHES = Path(__file__).parent / "files" / "wishes.csv"


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"{FOLDER}/cash.csv").splitlines()))
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
        number_claim(affirming(guest), "the answer is 85.53", 85.53),
        file_is(guest, f"{FOLDER}/wishes.csv", WISHES.read_bytes()),
    )
