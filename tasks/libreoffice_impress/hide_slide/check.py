from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_set, nothing_else
from checkers.slides import read_presentation

PATH = "Documents/garden_club.pptx"


@judged
def check(guest: GuestView) -> Score:
    slides = read_presentation(guest, f"/home/user/{PATH}").slides
    hidden = [number for number, slide in enumerate(slides, 1) if slide.hidden]
    return Score.all_of(
        claim("slide 4 is hidden", hidden == [4], hidden),
        nothing_else(guest, may_set(PATH, "slide 4", what="hidden")),
    )
