from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.negation import affirmed


def check(guest: GuestView) -> Score:
    found = numbers(affirmed(answer(guest)))
    return Score.all_of(
        claim("the balance shows 38.174", len(found) == 1 and abs(found[0] - 38.174) < 0.0001, found)
    )
