from checkers import GuestView, Score
from checkers.nothing_else import nothing_else


def check(guest: GuestView) -> Score:
    """Nothing was damaged: a presentation has one slide format, so no slide can be turned alone."""
    return Score.all_of(nothing_else(guest))
