from checkers import GuestView, Score, claim
from checkers.files import file_is, tree_is
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts

HOUSEHOLD = "/home/user/Household"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    named = [item.serial for item in facts.guarantees if item.serial in answer.upper()]
    return Score.all_of(
        claim(
            f"the answer names {facts.wanted.serial}, and no other number",
            named == [facts.wanted.serial],
            answer,
        ),
        tree_is(guest, HOUSEHOLD, {item.path for item in facts.guarantees}),
        *(file_is(guest, f"{HOUSEHOLD}/{item.path}", item.text.encode()) for item in facts.guarantees),
    )
