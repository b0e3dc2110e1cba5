from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim

from .truth import truth

TOWNS = (
    "Aldmere",
    "Brackwater",
    "Corvin",
    "Dunholt",
    "Eastvale",
    "Farrowgate",
    "Greyharbour",
    "Hollin",
)


@judged
def check(guest: GuestView) -> Score:
    towns, _, low = truth(guest).partition("; ")
    one, *others = towns.split(", ")
    warmer = [town for town in TOWNS if town not in (one, *others)]
    return Score.all_of(
        value_claim(guest, f"the town is one of {towns}", Name(one, warmer, aliases={one: others})),
        value_claim(guest, f"its low is {low}", Number(float(low), "°C")),
        nothing_else(guest),
    )
