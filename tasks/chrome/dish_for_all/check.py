from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import DISHES, Facts

DOCUMENTS = "file:///home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    dish = Name(facts.dish.name, others=DISHES)
    return Score.all_of(
        value_claim(guest, f"the answer names {dish.name}, and no other dish", dish),
        tabs_are(guest, f"{DOCUMENTS}/guests.html", f"{DOCUMENTS}/menu.html"),
        nothing_else(guest),
    )
