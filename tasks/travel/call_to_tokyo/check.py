import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    expected = truth(guest).split("; ")
    found = [
        f"{int(hour):02}:{minute}"
        for hour, minute in re.findall(r"(?<!\d)(\d?\d):(\d\d)(?!\d)", answer(affirming(guest)))
    ]
    return Score.all_of(
        claim("the answer has two times", len(found) == 2, found),
        claim(f"it is {expected[0]} in New York", found[:1] == expected[:1], found),
        claim(f"it is {expected[1]} in Lisbon", found[1:2] == expected[1:], found),
    )
