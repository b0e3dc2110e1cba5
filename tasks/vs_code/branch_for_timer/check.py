from pathlib import Path

from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import absent, file_is
from checkers.git import branches, current_branch, files_at, staged_files

GREENHOUSE = "/home/user/projects/greenhouse"
NEW = "work/drip-timer"
BEFORE = {
    "main": "81d46d9531a4a47fbd5e95c99007663a9c73ab2e",
    "stable": "c950164f494f2b285ff48c7b24b0eed94c615f14",
    "stable-2024": "4461ec4dd7ea5c83b35407495239a0d44bcc4528",
    "work/led-display": "6aafd1a817175639c49da32191d305a7e15ba548",
}
FILES = Path(__file__).parent / "files"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        branch_is_made(guest),
        branch_is_checked_out(guest),
        *(absent(guest, f"{GREENHOUSE}/{name}") for name in ("soil.py", "display.py")),
        file_is(guest, f"{GREENHOUSE}/shopping.txt", (FILES / "shopping.txt").read_bytes()),
    )


def branch_is_made(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = branches(guest, GREENHOUSE)
        return found == {**BEFORE, NEW: BEFORE["stable"]}, found

    return examine(f"{NEW} begins at stable, and the other branches are as they were", look)


def branch_is_checked_out(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        branch = current_branch(guest, GREENHOUSE)
        unchanged = staged_files(guest, GREENHOUSE) == files_at(guest, GREENHOUSE)
        return branch == NEW and unchanged, f"{branch}, {'nothing' if unchanged else 'something'} staged"

    return examine(f"{NEW} is checked out, and nothing is staged", look)
