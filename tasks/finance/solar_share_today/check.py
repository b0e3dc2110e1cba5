from checkers import GuestView, Score
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    expected = truth(guest)
    return Score.all_of(number_claim(affirming(guest), f"the answer is {expected}", float(expected)))
