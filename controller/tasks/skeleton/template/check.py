"""Judges what the agent left. Every thing that the instruction asks for is a claim of its own."""

from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is
from checkers.nothing_else import may_change, nothing_else

NOTE = Path(__file__).parent / "files" / "note.txt"
SAVED = "/home/user/Documents/note.txt"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        file_is(guest, SAVED, NOTE.read_bytes() + b"coffee\n"),
        nothing_else(guest, may_change("Documents/note.txt")),
    )
