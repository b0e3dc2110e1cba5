from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers

COSTS, ENERGY = 1030, 1172


def check(guest: GuestView) -> Score:
    found = numbers(answer(affirming(guest)).replace(";", " "))
    return Score.all_of(
        claim("the answer has two numbers", len(found) == 2, found),
        claim("the first is the costs", found[:1] == [COSTS], found),
        claim("the second is the energy", found[1:2] == [ENERGY], found),
    )
