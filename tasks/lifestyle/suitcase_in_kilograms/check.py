from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim


def check(guest: GuestView) -> Score:
    weight = Number(17.01, "kg", decimals=2, converted=False)
    return Score.all_of(value_claim(guest, "the answer is 17.01 kilograms", weight), nothing_else(guest))
