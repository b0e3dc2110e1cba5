from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim

OTHER_PACKS = "98.8 ounces and 102.3 ounces"


def check(guest: GuestView) -> Score:
    weight = Number(81.1, "ounces", decimals=1, converted=False)
    return Score.all_of(
        value_claim(guest, "the answer is 81.1 ounces", weight, given=OTHER_PACKS), nothing_else(guest)
    )
