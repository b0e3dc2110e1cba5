from pathlib import Path

from checkers import GuestView, Score
from checkers.cuttings import cutting_claim
from checkers.images import open_image
from checkers.nothing_else import may_add, nothing_else

PLAN = Path(__file__).parent / "files" / "allotments.png"
PLOT = (700, 240, 920, 410)


def check(guest: GuestView) -> Score:
    plan = open_image(PLAN.read_bytes())
    return Score.all_of(
        cutting_claim(guest, "/home/user/Pictures/plot-17.png", plan, PLOT, "plot 17"),
        nothing_else(guest, may_add("Pictures/plot-17.png")),
    )
