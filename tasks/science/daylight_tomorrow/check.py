from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    expected, found = numbers(separate(truth(guest))), numbers(separate(answer(affirming(guest))))
    return Score.all_of(
        claim("the answer has two numbers", len(found) == 2, found),
        claim(f"the minutes are {expected[0]:.0f}", found[:1] == expected[:1], found),
        claim(f"the storm warnings are {expected[1]:.0f}", found[1:2] == expected[1:], found),
    )


def separate(text: str) -> str:
    return text.replace(";", " ")
