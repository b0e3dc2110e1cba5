import re

from checkers import GuestView, Score, claim
from checkers.browser import tabs_are
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts, clock


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    last = facts.last
    given = {minutes(*found) for found in re.findall(r"\b(\d{1,2})[:.h](\d\d)(?: ?([ap])\.?m)?\b", answer)}
    also_right = {facts.by, last + facts.table.crossing}
    return Score.all_of(
        claim(f"the answer is {clock(last)}, and no other departure", given - also_right == {last}, answer),
        tabs_are(guest, "file:///home/user/Documents/ferry.html"),
    )


def minutes(hour: str, minute: str, half: str) -> int:
    """The minutes after midnight; `half` is a or p, if it was given."""
    hours = int(hour) % 12 + 12 * (half == "p") if half else int(hour)
    return 60 * hours + int(minute)
