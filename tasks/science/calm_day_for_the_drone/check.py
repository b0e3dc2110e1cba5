from datetime import date, timedelta

from checkers import GuestView, Score
from checkers.clock import today
from checkers.evidence import judged
from checkers.nothing_else import nothing_else
from checkers.values import Date, Number, value_claim

from .truth import truth


@judged
def check(guest: GuestView) -> Score:
    text, high = truth(guest).split("; ")
    day = date.fromisoformat(text)
    now, first, last = (today(guest) + timedelta(days=days) for days in (0, 1, 10))
    return Score.all_of(
        value_claim(
            guest,
            f"the day is {day}",
            Date(day.year, day.month, day.day),
            given=f"today is {now}; the ten days from {first} to {last}",
        ),
        value_claim(guest, f"the high is {high}", Number(float(high), "°C")),
        nothing_else(guest),
    )
