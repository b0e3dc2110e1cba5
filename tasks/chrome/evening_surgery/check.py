from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts

NUMBERS = r"\d{4,}"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    right = facts.right
    telephone = Name(
        right.telephone, others=[practice.telephone for practice in facts.practices], pattern=NUMBERS
    )
    return Score.all_of(
        value_claim(guest, f"the answer is {right.telephone}, and no other number", telephone),
        tabs_are(guest, f"file:///home/user/Documents/practices/{right.file}"),
        nothing_else(guest),
    )
