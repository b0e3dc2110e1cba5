from checkers import GuestView, Score
from checkers.browser import tabs_are
from checkers.nothing_else import nothing_else
from checkers.values import TimeOfDay, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts, clock


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    last = facts.last
    arrival = clock(last + facts.table.crossing)
    return Score.all_of(
        value_claim(
            guest,
            f"the answer is {clock(last)}, and no other departure",
            TimeOfDay(*divmod(last, 60)),
            given=f"it arrives at {arrival}, before {facts.deadline}",
        ),
        tabs_are(guest, "file:///home/user/Documents/ferry.html"),
        nothing_else(guest),
    )
