from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.evidence import judged
from checkers.negation import affirmed

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    symbol, gain = truth(guest).split("; ")
    named, _, rest = affirmed(answer(guest)).partition(";")
    found = numbers(rest)
    return Score.all_of(
        claim(f"the share is {symbol}", named.strip().upper() == symbol, named[:80]),
        claim(f"its gain is {gain}", len(found) == 1 and abs(found[0] - float(gain)) < 0.0101, rest[:80]),
    )
