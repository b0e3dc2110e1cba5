from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.media import player, player_is
from checkers.nothing_else import nothing_else

EVENING = "/home/user/Music/evening.ogg"
BEGINS = 29 * 60
"""Seconds from 19:02 to 19:31."""
TOLERANCE = 20


def check(guest: GuestView) -> Score:
    return Score.all_of(player_is(guest, "paused", EVENING), is_at_the_talk(guest), nothing_else(guest))


def is_at_the_talk(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        now = player(guest)
        return abs(now.seconds - BEGINS) <= TOLERANCE, now

    return examine(f"the recording is at 29:00, within {TOLERANCE} seconds", look)
