from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is, tree_is
from checkers.media import playlist_is

EVENING = "/home/user/Music/evening"
FILES = Path(__file__).parent / "files" / "evening"
SPEECHES = ("01-librarian.ogg", "02-mayor.ogg", "03-reading.ogg", "04-thanks.ogg")


def check(guest: GuestView) -> Score:
    """Nobody spoke before the librarian: the list is in its order, and there is no further recording."""
    return Score.all_of(
        playlist_is(guest, [f"{EVENING}/{name}" for name in SPEECHES]),
        tree_is(guest, EVENING, SPEECHES),
        *(file_is(guest, f"{EVENING}/{name}", (FILES / name).read_bytes()) for name in SPEECHES),
    )
