from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation

PATH = "Documents/budget_plan.pptx"
STAMPS = [f"slide {number}/shape TextBox 3" for number in (1, 3, 4, 6)]


@judged
def check(guest: GuestView) -> Score:
    slides = read_presentation(guest, f"/home/user/{PATH}").slides
    left = [
        number
        for number, slide in enumerate(slides, 1)
        if any(box.text.strip() in ("", "DRAFT") for box in slide.boxes)
    ]
    return Score.all_of(
        claim("no slide has a box that says DRAFT, or an emptied one", not left, left),
        nothing_else(guest, may_change(PATH, *STAMPS, what="removed")),
    )
