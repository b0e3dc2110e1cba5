from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine, fetch, judged
from checkers.git import files_at_are, history, staged_files_are
from checkers.nothing_else import may_add, nothing_else

POEMS = "/home/user/Documents/poems"
ORIGINALS = Path(__file__).parent / "files" / "poems"
LINES = ([b"drafts/"], [b"drafts/", b""])
"""With a line's end or without."""


@judged
def check(guest: GuestView) -> Score:
    files = {
        str(path.relative_to(ORIGINALS)): path.read_bytes() for path in ORIGINALS.rglob("*") if path.is_file()
    }
    kept = {name: content for name, content in files.items() if not name.startswith("drafts/")}
    ignore = fetch(guest, f"{POEMS}/.gitignore")
    committed = {**kept, ".gitignore": ignore}
    return Score.all_of(
        claim(".gitignore has the one line drafts/", ignore.split(b"\n") in LINES, ignore),
        first_commit(guest),
        files_at_are(guest, POEMS, "HEAD", committed),
        staged_files_are(guest, POEMS, committed),
        nothing_else(guest, may_add("Documents/poems/.gitignore"), may_add("Documents/poems/.git")),
    )


def first_commit(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        commits = history(guest, POEMS)
        messages = [commit.message.strip() for commit in commits]
        return messages == ["Poems so far"] and commits[0].author == "Jonna Aalto", commits

    return examine('there is one commit, "Poems so far", by Jonna Aalto', look)
