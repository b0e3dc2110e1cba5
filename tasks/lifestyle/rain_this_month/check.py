from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    days, high = numbers(separate(truth(guest)))
    found = numbers(separate(answer(affirming(guest))))
    return Score.all_of(
        claim("the answer has two numbers", len(found) == 2, found),
        claim(f"it rains on {days:.0f} days", found[:1] == [days], found),
        claim(f"the mean high is {high}", len(found) == 2 and abs(found[1] - high) < 0.051, found),
    )


def separate(text: str) -> str:
    return text.replace(";", " ")
