from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Money, Name, value_claim

from .truth import truth

COMPANIES = {"FRWG": ["Farrowgate Power"], "NTHW": ["Northwick Solar"]}
"""The companies of the sector, by their symbols."""


@judged
def check(guest: GuestView) -> Score:
    symbol, price = truth(guest).split("; ")
    return Score.all_of(
        value_claim(guest, f"the share is {symbol}", Name(symbol, [*COMPANIES], COMPANIES)),
        value_claim(guest, f"its price is {price}", Money(float(price), "EUR")),
        nothing_else(guest),
    )
