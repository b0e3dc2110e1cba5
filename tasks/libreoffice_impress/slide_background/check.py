from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation

PATH = "Documents/water_cycle.pptx"
LIGHT_YELLOW = 0xFFF2CC


@judged
def check(guest: GuestView) -> Score:
    background = read_presentation(guest, f"/home/user/{PATH}").slide(3).background
    return Score.all_of(
        claim("slide 3 has the background #FFF2CC", background == LIGHT_YELLOW, background),
        nothing_else(guest, may_change(PATH, "slide 3", what="background")),
    )
