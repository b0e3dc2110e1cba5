from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Kind, Name, TimeOfDay, value_claim

from .truth import truth

USUAL = "open from 09:00 to 17:30"


@judged
def check(guest: GuestView) -> Score:
    expected = truth(guest)
    return Score.all_of(
        value_claim(guest, f"the answer is {expected}", closing(expected), given=USUAL),
        nothing_else(guest),
    )


def closing(expected: str) -> Kind:
    if expected == "closed":
        return Name(expected, pattern=r"\b\d{1,2}[:.]\d\d\b")
    hour, minute = map(int, expected.split(":"))
    return TimeOfDay(hour, minute)
