from pathlib import Path

from checkers import GuestView, Score
from checkers.cuttings import cutting_claim
from checkers.images import open_image
from checkers.nothing_else import may_add, nothing_else

SCAN = Path(__file__).parent / "files" / "receipt.png"
RECEIPT = (330, 240, 630, 860)


def check(guest: GuestView) -> Score:
    scan = open_image(SCAN.read_bytes())
    return Score.all_of(
        cutting_claim(guest, "/home/user/Pictures/receipt-cut.png", scan, RECEIPT, "the receipt"),
        nothing_else(guest, may_add("Pictures/receipt-cut.png")),
    )
