from pathlib import Path

from checkers import GuestView, Score
from checkers.cuttings import cutting_claim
from checkers.files import file_is
from checkers.images import open_image

PICTURES = "/home/user/Pictures"
SCAN = Path(__file__).parent / "files" / "receipt.png"
RECEIPT = (330, 240, 630, 860)


def check(guest: GuestView) -> Score:
    scan = SCAN.read_bytes()
    return Score.all_of(
        cutting_claim(guest, f"{PICTURES}/receipt-cut.png", open_image(scan), RECEIPT, "the receipt"),
        file_is(guest, f"{PICTURES}/receipt.png", scan),
    )
