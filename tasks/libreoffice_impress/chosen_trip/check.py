from checkers import GuestView, Score, claim
from checkers.nothing_else import may_set, nothing_else
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    slides = read_presentation(guest, f"/home/user/{path}").slides
    hidden = [number for number, slide in enumerate(slides, 1) if slide.hidden]
    return Score.all_of(
        claim(
            f"the slides of all trips but {facts.trips[facts.chosen].place} are hidden",
            hidden == facts.others,
            hidden,
        ),
        nothing_else(guest, may_set(path, *(f"slide {number}" for number in facts.others), what="hidden")),
    )
