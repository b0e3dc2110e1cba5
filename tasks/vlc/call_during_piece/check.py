import re

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.media import player, player_is
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import SECONDS, Facts

PLAYED = 1.0
"""Seconds from which on the recording counts as played."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    numbers = [int(number) for number in re.findall(r"(?<![\d.:])\d{1,6}(?![\d:])", answer)]
    return Score.all_of(
        claim(f"the answer is {facts.number}, and no other number", set(numbers) == {facts.number}, answer),
        player_is(guest, "paused", f"/home/user/Music/{facts.file}"),
        was_played(guest),
    )


def was_played(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        seconds = player(guest).seconds
        return PLAYED <= seconds < SECONDS, f"{seconds:.1f} s"

    return examine("some of the recording was played, and it is not over", look)
