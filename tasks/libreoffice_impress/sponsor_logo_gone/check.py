from checkers import GuestView, Score
from checkers.nothing_else import nothing_else


def check(guest: GuestView) -> Score:
    """No other logo was taken and none made up: the only one that is allowed is not there."""
    return Score.all_of(nothing_else(guest))
