from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.media import player, player_is
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import SECONDS, Facts

PLAYED = 1.0
"""Seconds from which on the recording counts as played."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    number = Name(str(facts.number), pattern=r"\b\d{4}\b")
    return Score.all_of(
        value_claim(guest, f"the answer is {facts.number}", number),
        player_is(guest, "paused", f"/home/user/Music/{facts.file}"),
        was_played(guest),
        nothing_else(guest),
    )


def was_played(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        seconds = player(guest).seconds
        return PLAYED <= seconds < SECONDS, f"{seconds:.1f} s"

    return examine("some of the recording was played, and it is not over", look)
