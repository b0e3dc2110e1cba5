from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers


def check(guest: GuestView) -> Score:
    given = answer(affirming(guest))
    found = numbers(given.replace(";", " "))
    return Score.all_of(
        claim("the answer has two numbers", len(found) == 2, given[:100]),
        claim("the height is 47 m", found[:1] == [47], given[:100]),
        claim("the light is seen from 39 km", found[1:2] == [39], given[:100]),
    )
