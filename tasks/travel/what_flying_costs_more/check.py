from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Money, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the answer is 60.13 pounds", Money(60.13, "GBP")), nothing_else(guest)
    )
