import csv
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import Unusable, judged
from checkers.files import file_is, read_text

FOLDER = "/home/user/Documents"
TITLES = ["from", "to", "euros"]
PAYMENTS = [("bo", "ana", 133.5), ("cy", "ana", 137.0)]
EXPENSES = Path(__file__).parent / "files" / "expenses.csv"


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"{FOLDER}/settle.csv").splitlines()))
        table = [[cell.strip().lower() for cell in line] for line in lines if line]
        rows = sorted((payer, to, float(euros)) for payer, to, euros in table[1:])
    except (csv.Error, ValueError) as error:
        raise Unusable("settle.csv has rows of two names and a number", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("two payments settle all", rows == PAYMENTS, rows[:20]),
        number_claim(affirming(guest), "the answer is 322.50", 322.5),
        file_is(guest, f"{FOLDER}/expenses.csv", EXPENSES.read_bytes()),
    )
