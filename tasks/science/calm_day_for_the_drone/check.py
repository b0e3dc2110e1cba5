from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.evidence import judged
from checkers.negation import affirmed

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    day, high = truth(guest).split("; ")
    found, _, rest = affirmed(answer(guest)).partition(";")
    return Score.all_of(
        claim(f"the day is {day}", found.strip() == day, found[:80]),
        claim(f"the high is {high}", numbers(rest) == [float(high)], rest[:80]),
    )
