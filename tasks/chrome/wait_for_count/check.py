from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    elected = facts.elected
    name = Name(elected.name, others=[each.name for each in facts.candidates], partial=True)
    return Score.all_of(
        value_claim(guest, f"the answer names {elected.name}, and nobody else", name),
        value_claim(guest, f"it says {elected.total} votes", Number(elected.total, "votes")),
        tabs_are(guest, "file:///home/user/Documents/election.html"),
        nothing_else(guest),
    )
