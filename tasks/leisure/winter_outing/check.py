from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Date, TimeOfDay, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the day is 14 February 2027", Date(2027, 2, 14)),
        value_claim(guest, "the sun sets at 17:02", TimeOfDay(17, 2), given="it rises at 07:15"),
        nothing_else(guest),
    )
