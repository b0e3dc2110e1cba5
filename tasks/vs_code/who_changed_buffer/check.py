from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim
from checkers.variants import judged_with_facts

from .variant import PEOPLE, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        value_claim(guest, f"the answer is {facts.who}", Name(facts.who, PEOPLE, partial=True)),
        value_claim(guest, f"there were {facts.before} mM before", Number(facts.before, "mM")),
        nothing_else(guest),
    )
