from checkers import GuestView, Score
from checkers.mail import rest
from checkers.nothing_else import nothing_else
from checkers.values import ListOf, Name, value_claim
from checkers.variants import judged_with_facts

from .variant import THINGS, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    gaps = ListOf([Name(thing, THINGS) for thing in facts.gaps])
    rest(guest)
    return Score.all_of(
        value_claim(guest, f"the answer is {' and '.join(facts.gaps)}", gaps),
        nothing_else(guest),
    )
