from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

PACKING = "Documents/packing.txt"
NEEDED = ["tent", "umbrella", "sweater", "sun hat"]


@judged
def check(guest: GuestView) -> Score:
    lines = read_text(guest, f"/home/user/{PACKING}").splitlines()
    named = [line.strip().lower() for line in lines if line.strip()]
    return Score.all_of(
        claim("packing.txt names what is needed, in order", named == NEEDED, named[:20]),
        nothing_else(guest, may_add(PACKING)),
    )
