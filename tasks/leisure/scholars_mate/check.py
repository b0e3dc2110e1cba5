from checkers import GuestView, Score, claim
from checkers.answers import answer

LEGAL = "43"


def check(guest: GuestView) -> Score:
    number, _, move = answer(guest).partition(";")
    return Score.all_of(
        claim("the side has 43 legal moves", number.strip() == LEGAL, number[:80]),
        claim("the queen wins by taking on f7", move.strip().rstrip("+#.") == "Qxf7", move[:80]),
    )
