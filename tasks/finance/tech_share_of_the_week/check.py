from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim

from .truth import truth

COMPANIES = {"CRVN": ["Corvin Optics"], "HLLN": ["Hollin Instruments"], "VLLM": ["Vellum Software"]}
"""The companies of the sector, by their symbols."""


@judged
def check(guest: GuestView) -> Score:
    symbol, gain = truth(guest).split("; ")
    percent = Number(float(gain), "%", tolerance=0.0101, signed=True)
    return Score.all_of(
        value_claim(guest, f"the share is {symbol}", Name(symbol, [*COMPANIES], COMPANIES)),
        value_claim(guest, f"its gain is {gain} percent", percent),
        nothing_else(guest),
    )
