from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Duration, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        value_claim(guest, f"the answer is {facts.total} minutes", Duration(facts.total, "minutes")),
        nothing_else(guest),
    )
