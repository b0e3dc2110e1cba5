from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim

LEGAL = Number(43, "legal moves|moves")
TAKES = ["Qh5xf7", "queen takes f7", "queen takes on f7"]
MATE = Name("Qxf7", aliases={"Qxf7": TAKES}, pattern=r"\b(?:[KQRBN][a-h]?[1-8]?x?|[a-h]x)[a-h][1-8]\b")
PLAYED = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(guest, "the side has 43 legal moves", LEGAL, given="1 move wins"),
        value_claim(guest, "the queen wins by taking on f7", MATE, given=PLAYED),
        nothing_else(guest),
    )
