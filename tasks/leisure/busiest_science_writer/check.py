from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim

OTHERS = ["Ines Barlow", "Mira Lund", "Ruth Adeyo", "Tomas Keel"]


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the author is Piet Sandoval", Name("Piet Sandoval", OTHERS, partial=True)),
        value_claim(
            guest, "the study took 38 months", Number(38, "months"), given="it is about 55 hundred years old"
        ),
        nothing_else(guest),
    )
