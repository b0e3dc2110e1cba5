from checkers import GuestView, Score
from checkers.affirming import affirming
from checkers.answers import number_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(number_claim(affirming(guest), "the answer is 1", 1))
