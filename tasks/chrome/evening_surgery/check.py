import re

from checkers import GuestView, Score, claim
from checkers.browser import tabs_are
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    digits = re.sub(r"[^0-9a-z]", "", answer.casefold())
    numbers = re.findall(r"\d{4,30}", digits)
    right = facts.right
    expected = digits_of(right.telephone)
    return Score.all_of(
        claim(f"the answer is {right.telephone}, and no other number", numbers == [expected], answer),
        tabs_are(guest, f"file:///home/user/Documents/practices/{right.file}"),
    )


def digits_of(telephone: str) -> str:
    return re.sub(r"\D", "", telephone)
