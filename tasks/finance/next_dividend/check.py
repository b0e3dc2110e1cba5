from datetime import date

from checkers import GuestView, Score
from checkers.clock import today
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Date, Money, value_claim

from .truth import SHARES, truth


@judged
def check(guest: GuestView) -> Score:
    text, euros = truth(guest).split("; ")
    day = date.fromisoformat(text)
    return Score.all_of(
        value_claim(guest, f"the day is {day}", Date(day.year, day.month, day.day), given=f"{today(guest)}"),
        value_claim(
            guest,
            f"the shares bring {euros} euros",
            Money(float(euros), "EUR"),
            given=f"{float(euros) / SHARES:.2f} euros a share",
        ),
        nothing_else(guest),
    )
