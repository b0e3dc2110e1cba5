from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import file_is, read_text, tree_is
from checkers.variants import judged_with_facts

from .variant import Facts

CLUB = "/home/user/Club"
MINUTES = f"{CLUB}/Minutes"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    minutes = {meeting.file: meeting.minutes for meeting in facts.approved}
    minutes[f"drafts/{facts.meetings[-1].file}"] = facts.meetings[-1].minutes
    return Score.all_of(
        decisions_are_collected(guest, facts),
        tree_is(guest, MINUTES, minutes),
        *(file_is(guest, f"{MINUTES}/{name}", text.encode()) for name, text in minutes.items()),
    )


def decisions_are_collected(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        lines = [line.rstrip() for line in read_text(guest, f"{CLUB}/decisions.txt").splitlines()]
        return [line for line in lines if line] == facts.wanted, "\n".join(lines)

    return examine(f"decisions.txt has the {len(facts.wanted)} decisions, the oldest first", look)
