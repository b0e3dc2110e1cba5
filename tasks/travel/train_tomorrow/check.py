from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Money, Name, value_claim

from .truth import truth

TRAINS = r"\bT\d{1,3}\b"


@judged
def check(guest: GuestView) -> Score:
    train, fare = truth(guest).split("; ")
    return Score.all_of(
        value_claim(guest, f"the train is {train}", Name(train, pattern=TRAINS)),
        value_claim(guest, f"its fare is {fare} euros", Money(float(fare), "EUR")),
        nothing_else(guest),
    )
