from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.files import file_is, read_text, tree_is

CLUB = "/home/user/Documents/club"
ORIGINALS = Path(__file__).with_name("files") / "club"
CHANGED = ("invitation.txt", "website.md")


@judged
def check(guest: GuestView) -> Score:
    def listed() -> tuple[bool, object]:
        lines = read_text(guest, f"{CLUB}/changed.txt").split()
        return [line.rpartition("/")[2] for line in lines] == list(CHANGED), lines

    old = [f"archive/2024/{name}" for name in ("invitation.txt", "minutes.txt")]
    new = [f"2026/{name}" for name in (*CHANGED, "prices.txt")]
    corrected = [
        file_is(guest, f"{CLUB}/2026/{name}", (ORIGINALS / "2026" / name).read_bytes().replace(b"45", b"49"))
        for name in CHANGED
    ]
    kept = [
        file_is(guest, f"{CLUB}/archive/2024/{name}", (ORIGINALS / "2024" / name).read_bytes())
        for name in ("invitation.txt", "minutes.txt")
    ]
    return Score.all_of(
        tree_is(guest, CLUB, ["changed.txt", *old, *new]),
        *corrected,
        *kept,
        file_is(guest, f"{CLUB}/2026/prices.txt", (ORIGINALS / "2026" / "prices.txt").read_bytes()),
        examine("changed.txt names the two files", listed),
        claim("nothing of 2024 is left at its old place", not guest.look(["ls", f"{CLUB}/2024"]).stdout),
    )
