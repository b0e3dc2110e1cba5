from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is
from checkers.nothing_else import may_add, nothing_else

ADOPTED = Path(__file__).parent / "files" / "board" / "files" / "b-36.docx"
DOWNLOAD = f"Downloads/{ADOPTED.name}"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        file_is(guest, f"/home/user/{DOWNLOAD}", ADOPTED.read_bytes()),
        nothing_else(guest, may_add(DOWNLOAD)),
    )
