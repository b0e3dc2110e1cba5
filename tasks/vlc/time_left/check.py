import re

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.media import player
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import Facts

TOLERANCE = 2
"""Seconds: VLC shows whole ones, and pauses between two."""
_CLOCK = re.compile(r"\b(?:00?:)?(\d{1,4}):(\d\d)\b")
_UNITS = re.compile(
    r"\b(\d{1,4}) ?(?:m|min|minutes?)\b(?:,? ?(?:and )?(\d{1,5}(?:\.\d+)?) ?(?:s|sec|seconds?)\b)?"
)


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    times = times_in(answer)
    return Score.all_of(
        claim(
            f"the answer is {facts.left // 60}:{facts.left % 60:02}",
            times != [] and all(abs(time - facts.left) <= TOLERANCE for time in times),
            answer,
        ),
        still_paused(guest, facts),
    )


def times_in(answer: str) -> list[float]:
    """The times in an answer, in seconds: as 4:13, as minutes and seconds, or in seconds alone."""
    text = answer.casefold()
    clock = [int(minutes) * 60 + int(seconds) for minutes, seconds in _CLOCK.findall(text)]
    words = [int(minutes) * 60 + float(seconds or 0) for minutes, seconds in _UNITS.findall(text)]
    if not clock and not words:
        return [
            float(seconds) for seconds in re.findall(r"\b(\d{1,5}(?:\.\d+)?) ?(?:s|sec|seconds?)\b", text)
        ]
    return [*clock, *words]


def still_paused(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        now = player(guest)
        is_there = (
            now.path == f"/home/user/Music/{facts.file}" and abs(now.seconds - facts.position) <= TOLERANCE
        )
        return now.state == "paused" and is_there, now

    return examine("the recording is paused where it was", look)
