from pathlib import Path

from checkers import Claim, GuestView, Score
from checkers.desktop import trash
from checkers.evidence import examine
from checkers.files import absent, file_is
from checkers.nothing_else import may_add, may_remove, nothing_else

FILES = Path(__file__).parent / "files"
DOCUMENTS = "/home/user/Documents"
TRASH = ".local/share/Trash"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        file_is(guest, f"{DOCUMENTS}/garden-2026/notes.txt", (FILES / "garden.txt").read_bytes()),
        file_is(guest, f"{DOCUMENTS}/garden-2026/seeds.txt", (FILES / "seeds.txt").read_bytes()),
        absent(guest, f"{DOCUMENTS}/garden"),
        the_notes_have_left_the_trash(guest),
        nothing_else(
            guest,
            *(may_remove(f"Documents/{path}") for path in ("garden", "garden/seeds.txt")),
            *(may_add(f"Documents/garden-2026/{name}") for name in ("notes.txt", "seeds.txt")),
            *(may_remove(f"{TRASH}/{path}") for path in ("files/notes.2.txt", "info/notes.2.txt.trashinfo")),
        ),
    )


def the_notes_have_left_the_trash(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        origins = [item.original_path for item in trash(guest)]
        return f"{DOCUMENTS}/garden/notes.txt" not in origins, origins

    return examine("the notes of the garden are no longer in the Trash", look)
