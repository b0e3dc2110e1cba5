from checkers import GuestView, Score
from checkers.nothing_else import nothing_else


def check(guest: GuestView) -> Score:
    """There never was such a file: nothing may have been made up, and the Trash is as it was."""
    return Score.all_of(nothing_else(guest))
