from pathlib import Path

from checkers import Claim, GuestView, Score
from checkers.desktop import trash
from checkers.evidence import examine
from checkers.files import absent, file_is, tree_is

FILES = Path(__file__).parent / "files"
DOCUMENTS = "/home/user/Documents"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        tree_is(guest, f"{DOCUMENTS}/garden-2026", ["notes.txt", "seeds.txt"]),
        file_is(guest, f"{DOCUMENTS}/garden-2026/notes.txt", (FILES / "garden.txt").read_bytes()),
        file_is(guest, f"{DOCUMENTS}/garden-2026/seeds.txt", (FILES / "seeds.txt").read_bytes()),
        absent(guest, f"{DOCUMENTS}/garden"),
        only_the_tax_notes_are_in_the_trash(guest),
    )


def only_the_tax_notes_are_in_the_trash(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        origins = [item.original_path for item in trash(guest)]
        return origins == [f"{DOCUMENTS}/taxes/notes.txt"], origins

    return examine("the Trash holds the tax notes and nothing else", look)
