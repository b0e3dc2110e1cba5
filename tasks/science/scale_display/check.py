from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the balance shows 38.174 grams", Number(38.174, "g"), given="at most 220 g"),
        nothing_else(guest),
    )
