from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    train, _, fare = truth(guest).partition(";")
    given, _, rest = answer(affirming(guest)).partition(";")
    return Score.all_of(
        claim(f"the train is {train}", given.strip() == train, given[:80]),
        claim(f"its fare is {fare.strip()}", numbers(rest) == numbers(fare), rest[:80]),
    )
