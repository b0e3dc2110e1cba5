from checkers import GuestView, Score
from checkers.media import player_is, playlist_is
from checkers.nothing_else import nothing_else
from checkers.values import Duration, value_claim

EVENING = "/home/user/Music/evening"
SPEECHES = ("01-welcome", "02-mayor", "03-librarian", "04-reading")
LENGTH = Duration(73, tolerance=0.5)
"""Of the mayor's speech."""
NUMBERS = "1, 2, 3, 4"
"""Of the recordings."""


def check(guest: GuestView) -> Score:
    paths = [f"{EVENING}/{name}.ogg" for name in SPEECHES]
    return Score.all_of(
        value_claim(guest, "the answer is 1 minute and 13 seconds", LENGTH, given=NUMBERS),
        player_is(guest, "paused", paths[1]),
        playlist_is(guest, paths),
        nothing_else(guest),
    )
