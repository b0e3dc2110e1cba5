import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer


def check(guest: GuestView) -> Score:
    digits = re.sub(r"\D", "", answer(affirming(guest)))
    return Score.all_of(
        claim("the answer is 081 580 1425", digits == "0815801425", answer(affirming(guest))[:80])
    )
