from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.files import file_is, read_text, tree
from checkers.nothing_else import may_add, may_change, may_remove, nothing_else

CLUB = "Documents/club"
ORIGINALS = Path(__file__).with_name("files") / "club"
CHANGED = ("invitation.txt", "website.md")
ARCHIVED = ("invitation.txt", "minutes.txt")


@judged
def check(guest: GuestView) -> Score:
    club = f"/home/user/{CLUB}"

    def listed() -> tuple[bool, object]:
        lines = read_text(guest, f"{club}/changed.txt").split()
        return [line.rpartition("/")[2] for line in lines] == list(CHANGED), lines

    corrected = [
        file_is(guest, f"{club}/2026/{name}", (ORIGINALS / "2026" / name).read_bytes().replace(b"45", b"49"))
        for name in CHANGED
    ]
    archived = [
        file_is(guest, f"{club}/archive/2024/{name}", (ORIGINALS / "2024" / name).read_bytes())
        for name in ARCHIVED
    ]
    return Score.all_of(
        *corrected,
        *archived,
        claim("2024 is not where it was", "2024" not in tree(guest, club)),
        examine("changed.txt names the two files", listed),
        nothing_else(
            guest,
            *(may_change(f"{CLUB}/2026/{name}", "line *", what="text") for name in CHANGED),
            may_remove(f"{CLUB}/2024*"),
            *(may_add(f"{CLUB}/archive/2024/{name}") for name in ARCHIVED),
            may_add(f"{CLUB}/changed.txt"),
        ),
    )
