from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import file_is, read_text

FOLDER = "/home/user/Documents"
NEEDED = ["tent", "umbrella", "sweater", "sun hat"]
RULES = Path(__file__).parent / "files" / "rules.txt"


@judged
def check(guest: GuestView) -> Score:
    lines = read_text(guest, f"{FOLDER}/packing.txt").splitlines()
    named = [line.strip().lower() for line in lines if line.strip()]
    return Score.all_of(
        claim("packing.txt names what is needed, in order", named == NEEDED, named[:20]),
        file_is(guest, f"{FOLDER}/rules.txt", RULES.read_bytes()),
    )
