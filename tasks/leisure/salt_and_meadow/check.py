from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest,
            "the answer is 82 minutes",
            Number(82, "minutes", decimals=0),
            given="21 minutes to the restaurant, 61 minutes to the park",
        ),
        nothing_else(guest),
    )
