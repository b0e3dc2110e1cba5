from datetime import time

from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import ListOf, TimeOfDay, value_claim

from .truth import truth

IN_TOKYO = "19:30"


@judged
def check(guest: GuestView) -> Score:
    expected = truth(guest)
    times = [time.fromisoformat(text) for text in expected.split("; ")]
    return Score.all_of(
        value_claim(
            guest,
            f"the times in New York and in Lisbon are {expected}",
            ListOf([TimeOfDay(one.hour, one.minute) for one in times], ordered=True),
            given=IN_TOKYO,
        ),
        nothing_else(guest),
    )
