from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim

FREE = 7
"""Of 12 seats, 5 are crossed out on the layer of that evening."""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, f"the answer is {FREE}", Number(FREE, "seats|places")), nothing_else(guest)
    )
