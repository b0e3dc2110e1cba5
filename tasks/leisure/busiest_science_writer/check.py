from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, choice_claim, numbers

OTHERS = ["Ines Barlow", "Mira Lund", "Ruth Adeyo", "Tomas Keel"]


def check(guest: GuestView) -> Score:
    found = numbers(answer(affirming(guest)).replace(";", " "))
    return Score.all_of(
        choice_claim(affirming(guest), "the author is Piet Sandoval", "Piet Sandoval", OTHERS),
        claim("the study took 38 months", found == [38], found),
    )
