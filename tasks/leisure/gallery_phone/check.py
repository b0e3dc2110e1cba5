from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim

PHONE = Name("081 580 1425", pattern=r"\d{4,}")


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the answer is 081 580 1425", PHONE),
        nothing_else(guest),
    )
