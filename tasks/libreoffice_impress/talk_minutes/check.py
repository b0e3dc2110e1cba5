import re

from checkers import GuestView, Score, claim
from checkers.negation import affirmed
from checkers.nothing_else import nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    numbers = [int(number) for number in re.findall(r"\d{1,9}", answer)]
    return Score.all_of(
        claim(f"the answer is {facts.total}, and no other number", numbers == [facts.total], answer),
        nothing_else(guest),
    )
