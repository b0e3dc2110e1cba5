from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else
from checkers.values import Number, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    number = facts.mine.number
    return Score.all_of(
        value_claim(
            guest,
            f"the answer is {number}, and no other number",
            Number(number, "number", ordinal=True),
            given=f"line {facts.line}",
        ),
        tabs_are(guest, "file:///home/user/Documents/found.html"),
        nothing_else(guest),
    )
