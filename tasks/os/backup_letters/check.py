from checkers import Claim, GuestView, Score
from checkers.evidence import examine, fetch
from checkers.files import file_is, tar_archive

from .variant import Facts

FOLDER = "/home/user/Documents/letters"
ROOTS = ("", "letters/", "Documents/letters/", "user/Documents/letters/", "home/user/Documents/letters/")


def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        is_compressed(guest, facts),
        holds_the_letters(guest, facts),
        *(
            file_is(guest, f"{FOLDER}/{path}", text.encode())
            for path, text in sorted(facts.letters + facts.others)
        ),
    )


def is_compressed(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        start = fetch(guest, facts.archive)[:2]
        return start == b"\x1f\x8b", start.hex()

    return examine("the archive is compressed with gzip", look)


def holds_the_letters(guest: GuestView, facts: Facts) -> Claim:
    """The folder the paths in the archive start from is the user's choice."""

    def look() -> tuple[bool, object]:
        members = tar_archive(guest, facts.archive)
        right = any(members == {root + path: text.encode() for path, text in facts.letters} for root in ROOTS)
        return right, ", ".join(sorted(members))

    return examine("the archive holds the .txt files, in their folders, and nothing else", look)
