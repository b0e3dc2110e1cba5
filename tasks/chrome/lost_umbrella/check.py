import re

from checkers import GuestView, Score, claim
from checkers.browser import tabs_are
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    numbers = set(re.findall(r"\d{1,9}", answer))
    return Score.all_of(
        claim(
            f"the answer is {facts.mine.number}, and no other number",
            numbers == {str(facts.mine.number)},
            answer,
        ),
        tabs_are(guest, "file:///home/user/Documents/found.html"),
    )
