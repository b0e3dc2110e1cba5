from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts

DECISIONS = "Club/decisions.txt"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(decisions_are_collected(guest, facts), nothing_else(guest, may_add(DECISIONS)))


def decisions_are_collected(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        lines = [line.rstrip() for line in read_text(guest, f"/home/user/{DECISIONS}").splitlines()]
        return [line for line in lines if line] == facts.wanted, "\n".join(lines)

    return examine(f"decisions.txt has the {len(facts.wanted)} decisions, the oldest first", look)
