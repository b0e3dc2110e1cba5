import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    expected, given = truth(guest), answer(affirming(guest))
    found = re.findall(r"\d?\d:\d\d|closed", given.lower())
    return Score.all_of(claim(f"the answer is {expected}", found == [expected], given[:80]))
