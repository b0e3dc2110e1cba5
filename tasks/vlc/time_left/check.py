from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.media import player
from checkers.nothing_else import nothing_else
from checkers.values import Duration, value_claim
from checkers.variants import judged_with_facts

from .variant import LENGTH, Facts

TOLERANCE = 2
"""Seconds: VLC shows whole ones, and pauses between two."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        value_claim(
            guest,
            f"the answer is {facts.left // 60}:{facts.left % 60:02}",
            Duration(facts.left, tolerance=TOLERANCE),
            given=f"{facts.position} s of {LENGTH} s",
        ),
        still_paused(guest, facts),
        nothing_else(guest),
    )


def still_paused(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        now = player(guest)
        is_there = (
            now.path == f"/home/user/Music/{facts.file}" and abs(now.seconds - facts.position) <= TOLERANCE
        )
        return now.state == "paused" and is_there, now

    return examine("the recording is paused where it was", look)
