from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Date, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest, "the answer is 18 March 2027", Date(2027, 3, 18), given="from 10 to 21 March 2027"
        ),
        nothing_else(guest),
    )
