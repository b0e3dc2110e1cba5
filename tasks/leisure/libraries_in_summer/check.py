from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Money, value_claim

PARTS = "12 million euros in July, 70 million euros in August; 16 million euros and 40 million euros before"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the answer is 82 million euros", Money(82, "EUR", scale=1e6), given=PARTS),
        nothing_else(guest),
    )
