from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer, numbers
from checkers.evidence import judged

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    symbol, _, price = truth(guest).partition(";")
    given, _, rest = answer(affirming(guest)).partition(";")
    return Score.all_of(
        claim(f"the share is {symbol}", given.strip() == symbol, given[:80]),
        claim(f"its price is {price.strip()}", numbers(rest) == numbers(price), rest[:80]),
    )
