import re

from checkers import GuestView, Score, claim
from checkers.media import player_is, playlist_is
from checkers.negation import affirmed

EVENING = "/home/user/Music/evening"
SPEECHES = ("01-welcome", "02-mayor", "03-librarian", "04-reading")
LENGTH = 73
"""Seconds that the mayor's speech lasts."""


def check(guest: GuestView) -> Score:
    answer = affirmed(guest.termination.answer) if guest.termination else ""
    paths = [f"{EVENING}/{name}.ogg" for name in SPEECHES]
    return Score.all_of(
        claim("the answer is 1 minute and 13 seconds, or 73 seconds", tells_length(answer), answer),
        player_is(guest, "paused", paths[1]),
        playlist_is(guest, paths),
    )


def tells_length(answer: str) -> bool:
    """Whether the numbers in an answer are 1 and 13, as in 1:13, or 73; the file's number may be there, too."""
    text = answer.casefold().replace("02-mayor", "")
    numbers = [round(float(number)) for number in re.findall(r"\d{1,6}(?:\.\d{1,6})?", text)]
    return numbers in ([1, LENGTH - 60], [0, 1, LENGTH - 60], [LENGTH], [LENGTH, 1, 13], [1, 13, LENGTH])
