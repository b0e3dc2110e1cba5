from pathlib import Path

from checkers import GuestView, Score
from checkers.cuttings import cutting_claim
from checkers.files import file_is
from checkers.images import open_image

PICTURES = "/home/user/Pictures"
PLAN = Path(__file__).parent / "files" / "allotments.png"
PLOT = (700, 240, 920, 410)


def check(guest: GuestView) -> Score:
    plan = PLAN.read_bytes()
    return Score.all_of(
        cutting_claim(guest, f"{PICTURES}/plot-17.png", open_image(plan), PLOT, "plot 17"),
        file_is(guest, f"{PICTURES}/allotments.png", plan),
    )
