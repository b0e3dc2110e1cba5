import re

from checkers import GuestView, Score, claim
from checkers.mail import ACCOUNT, messages_are, rest
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import THINGS, Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    named = [thing for thing in THINGS if re.search(rf"\b{thing}\b", answer)]
    rest(guest)
    return Score.all_of(
        claim(
            f"the answer names {' and '.join(facts.gaps)}, and nothing else of those things",
            sorted(named) == sorted(facts.gaps),
            answer,
        ),
        messages_are(guest, f"{ACCOUNT}/Inbox", [f"{each.id}@mail.example.test" for each in facts.messages]),
    )
