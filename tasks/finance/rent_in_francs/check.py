from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Money, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest, "the answer is 1170.38 francs", Money(1170.38, "CHF"), given="a euro was 0.9363 francs"
        ),
        nothing_else(guest),
    )
