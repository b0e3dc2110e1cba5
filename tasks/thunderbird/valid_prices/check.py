from pathlib import Path

from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.files import file_is
from checkers.mail import rest
from checkers.nothing_else import may_add, nothing_else

PRICES = "Documents/Shop/prices.csv"
RIGHT = Path(__file__).parent / "files" / "prices.csv"


@judged
def check(guest: GuestView) -> Score:
    rest(guest)
    return Score.all_of(
        file_is(guest, f"/home/user/{PRICES}", RIGHT.read_bytes()),
        nothing_else(guest, may_add(PRICES)),
    )
