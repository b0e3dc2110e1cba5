from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Money, value_claim

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    price = truth(guest)
    return Score.all_of(
        value_claim(guest, f"the answer is {price} euros", Money(float(price), "EUR")),
        nothing_else(guest),
    )
