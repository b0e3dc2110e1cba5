import csv
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.answers import answer, choice_claim
from checkers.evidence import Unusable, judged
from checkers.files import file_is, read_text
from checkers.negation import affirmed

FOLDER = "/home/user/Documents/gutter"
TITLES = ["firm", "total"]
ROWS = [("nordlund", 1764.0), ("halm", 1785.0), ("petri", 1800.0)]
QUOTES = Path(__file__).parent / "files"


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"{FOLDER}/quotes.csv").splitlines()))
        table = [[cell.strip().lower() for cell in line] for line in lines if line]
        rows = [(firm, float(total)) for firm, total in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("quotes.csv has rows of a name and a number", error) from error
    given = answer(guest)
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("the firms are in it with all that is paid, the cheapest first", rows == ROWS, rows[:20]),
        choice_claim(guest, "the answer is halm", "halm", ["nordlund", "petri"]),
        claim("the answer denies nothing", affirmed(given) == given, given[:100]),
        *(file_is(guest, f"{FOLDER}/{quote.name}", quote.read_bytes()) for quote in sorted(QUOTES.iterdir())),
    )
