import re

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.files import file_is
from checkers.git import history
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts, contents

PROTOCOLS = "/home/user/protocols"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    words = set(re.findall(r"\w+", answer.casefold()))
    named = [commit.author for commit in facts.commits if words & set(commit.author.casefold().split())]
    numbers = set(re.findall(r"\b\d+(?:[.,]\d+)*", answer))
    return Score.all_of(
        claim(f"the answer names {facts.who}, and nobody else", named == [facts.who], answer),
        claim(f"it gives {facts.before}, and no other number", numbers == {str(facts.before)}, answer),
        nothing_is_committed(guest, facts),
        *(file_is(guest, f"{PROTOCOLS}/{name}", content) for name, content in contents(facts).items()),
    )


def nothing_is_committed(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        present = [(commit.author, commit.message) for commit in history(guest, PROTOCOLS)]
        return present == [(commit.author, commit.message) for commit in reversed(facts.commits)], present

    return examine("the history is as it was", look)
