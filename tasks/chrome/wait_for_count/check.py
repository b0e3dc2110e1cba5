import re

from checkers import GuestView, Score, claim
from checkers.browser import tabs_are
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    elected = facts.elected
    named = [each.name for each in facts.candidates if each.name.split()[1].casefold() in answer]
    numbers = set(re.findall(r"\b\d{1,9}\b", answer))
    return Score.all_of(
        claim(f"the answer names {elected.name}, and nobody else", named == [elected.name], answer),
        claim(f"it says {elected.total} votes, and no other number", numbers == {str(elected.total)}, answer),
        tabs_are(guest, "file:///home/user/Documents/election.html"),
    )
