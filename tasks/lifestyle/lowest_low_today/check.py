from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    towns, _, low = truth(guest).partition(";")
    given, _, rest = answer(affirming(guest)).partition(";")
    return Score.all_of(
        claim(f"the town is one of {towns}", given.strip() in towns.split(", "), given[:80]),
        claim(f"its low is {low.strip()}", numbers(rest) == numbers(low), rest[:80]),
    )
