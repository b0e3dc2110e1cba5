from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Money, value_claim

from .truth import truth

EUROS = 480


@judged
def check(guest: GuestView) -> Score:
    dollars = float(truth(guest))
    rate = f"a euro is {dollars / EUROS:.4f} dollars"
    return Score.all_of(
        value_claim(guest, f"the answer is {dollars:.2f} dollars", Money(dollars, "USD"), given=rate),
        nothing_else(guest),
    )
