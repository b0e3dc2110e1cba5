from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(value_claim(guest, "the answer is one star", Number(1, "stars")), nothing_else(guest))
