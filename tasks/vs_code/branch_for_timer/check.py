from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import absent
from checkers.git import branches, current_branch, files_at, staged_files
from checkers.nothing_else import may_change, may_remove, nothing_else

GREENHOUSE = "projects/greenhouse"
REPOSITORY = f"/home/user/{GREENHOUSE}"
NEW = "work/drip-timer"
STABLE = "c950164f494f2b285ff48c7b24b0eed94c615f14"
NOT_STABLE = ("soil.py", "display.py")
"""Files that stable does not have."""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        branch_is_made(guest),
        branch_is_checked_out(guest),
        *(absent(guest, f"{REPOSITORY}/{name}") for name in NOT_STABLE),
        nothing_else(
            guest,
            may_change(f"{GREENHOUSE}/.git", f"branch {NEW}", what="added"),
            may_change(f"{GREENHOUSE}/.git", what="HEAD"),
            may_change(f"{GREENHOUSE}/.git", *(f"staged file {name}" for name in NOT_STABLE), what="removed"),
            *(may_remove(f"{GREENHOUSE}/{name}") for name in NOT_STABLE),
        ),
    )


def branch_is_made(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = branches(guest, REPOSITORY)
        return found.get(NEW) == STABLE, found

    return examine(f"{NEW} begins at stable", look)


def branch_is_checked_out(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        branch = current_branch(guest, REPOSITORY)
        unchanged = staged_files(guest, REPOSITORY) == files_at(guest, REPOSITORY)
        return branch == NEW and unchanged, f"{branch}, {'nothing' if unchanged else 'something'} staged"

    return examine(f"{NEW} is checked out, and nothing is staged", look)
