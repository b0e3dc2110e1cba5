import re

from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.negation import affirmed

DAY = ["2027", "05", "11"]
LOW = ["8"]


def check(guest: GuestView) -> Score:
    given = answer(guest)
    named = re.findall(r"\d+", given)
    return Score.all_of(
        claim("the day is 11 May 2027", named[:3] == DAY and "-".join(DAY) in given, given[:100]),
        claim("the lowest low is 8 degrees", named[3:] == LOW and "-8" not in given, given[:100]),
        claim("the answer denies nothing", given != "" and affirmed(given) == given, given[:100]),
    )
