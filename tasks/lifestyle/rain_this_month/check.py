from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import ListOf, Number, value_claim

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    days, high = map(float, truth(guest).split(";"))
    figures = ListOf((Number(days, "days"), Number(high, "°C", tolerance=0.05)), ordered=True)
    return Score.all_of(
        value_claim(guest, f"the answer is {days:.0f} days, then {high} degrees", figures),
        nothing_else(guest),
    )
