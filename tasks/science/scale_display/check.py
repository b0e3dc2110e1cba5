import re

from checkers import GuestView, Score, claim
from checkers.answers import answer


def check(guest: GuestView) -> Score:
    given = answer(guest).strip(" .")
    right = re.fullmatch(r"38\.174 ?(g|grams)?", given, re.I)
    return Score.all_of(claim("the balance shows 38.174", right is not None, given[:80]))
