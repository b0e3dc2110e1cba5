from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Duration, ListOf, Number, value_claim

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    minutes, storms = map(int, truth(guest).split("; "))
    towns = Number(storms, "towns|storms|warnings|storm warnings")
    return Score.all_of(
        value_claim(
            guest,
            f"the answer is {minutes} minutes, then {storms} towns",
            ListOf((Duration(minutes, "minutes"), towns), ordered=True),
        ),
        nothing_else(guest),
    )
