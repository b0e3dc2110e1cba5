from checkers import GuestView, Score
from checkers.media import playlist_is
from checkers.nothing_else import nothing_else

EVENING = "/home/user/Music/evening"
SPEECHES = ("01-librarian.ogg", "02-mayor.ogg", "03-reading.ogg", "04-thanks.ogg")


def check(guest: GuestView) -> Score:
    """Nobody spoke before the librarian: the list is in its order, and there is no further recording."""
    return Score.all_of(playlist_is(guest, [f"{EVENING}/{name}" for name in SPEECHES]), nothing_else(guest))
