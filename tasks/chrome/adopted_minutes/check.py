from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is, tree_is

DOWNLOADS = "/home/user/Downloads"
ADOPTED = Path(__file__).parent / "files" / "board" / "files" / "b-36.docx"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        file_is(guest, f"{DOWNLOADS}/{ADOPTED.name}", ADOPTED.read_bytes()),
        tree_is(guest, DOWNLOADS, [ADOPTED.name]),
    )
