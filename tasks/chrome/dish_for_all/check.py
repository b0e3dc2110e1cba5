from checkers import GuestView, Score, claim
from checkers.browser import tabs_are
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import DISHES, Facts

DOCUMENTS = "file:///home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = " ".join(affirmed(guest.termination.answer).casefold().split()) if guest.termination else ""
    named = [name for name in DISHES if name.casefold() in answer]
    return Score.all_of(
        claim(f"the answer names {facts.dish.name}, and no other dish", named == [facts.dish.name], answer),
        tabs_are(guest, f"{DOCUMENTS}/guests.html", f"{DOCUMENTS}/menu.html"),
    )
