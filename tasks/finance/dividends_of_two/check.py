from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Money, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest,
            "the answer is 212.25 euros",
            Money(212.25, "EUR"),
            given="40 shares at 4.75 euros, that is 190.00 euros, and 25 at 0.89 euros, that is 22.25 euros",
        ),
        nothing_else(guest),
    )
