from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import ListOf, Number, value_claim

HEIGHT, RANGE = Number(47, "m", converted=False), Number(39, "km", converted=False)


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the answer is 47 m and 39 km", ListOf([HEIGHT, RANGE], ordered=True)),
        nothing_else(guest),
    )
