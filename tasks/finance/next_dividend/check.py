from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.evidence import judged
from checkers.negation import affirmed

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    day, euros = truth(guest).split("; ")
    found, _, rest = affirmed(answer(guest)).partition(";")
    return Score.all_of(
        claim(f"the day is {day}", found.strip() == day, found[:80]),
        claim(f"the shares bring {euros}", numbers(rest) == [float(euros)], rest[:80]),
    )
