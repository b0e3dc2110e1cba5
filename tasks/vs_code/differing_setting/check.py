import re

from checkers import GuestView, Score, claim
from checkers.negation import affirmed
from checkers.nothing_else import nothing_else
from checkers.variants import judged_with_facts

from .variant import SECTIONS, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    words = re.findall(r"\w+", answer.casefold())
    known = {name for names in SECTIONS.values() for name in names}
    named = {word for word in words if word in known}
    different = facts.different
    numbers = set(re.findall(r"(?<![\w.,])\d+(?:[.,]\d+)*", answer))
    return Score.all_of(
        claim(f"the answer names {different.name}, and no other setting", named == {different.name}, answer),
        claim(f"it gives {different.value}, and no other number", numbers == {str(different.value)}, answer),
        nothing_else(guest),
    )
