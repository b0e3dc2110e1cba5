from dataclasses import replace

from checkers import GuestView, Score, claim
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts

PROGRAMME = 2
PLAIN = {"bold": False, "italic": False, "underline": False, "strike": False}


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    boxes = read_presentation(guest, f"/home/user/{path}").slide(PROGRAMME).boxes
    paragraphs = [
        each for box in boxes if box.kind != "title" for each in box.paragraphs if each.text.strip()
    ]
    lines = [line.strip() for each in paragraphs for line in each.text.splitlines() if line.strip()]
    looks = {
        (paragraph.alignment, replace(run, text=""))
        for paragraph in paragraphs
        for run in paragraph.runs
        if run.text.strip()
    }
    return Score.all_of(
        claim(
            "the second slide lists the titles of the slides that are shown, in order",
            lines == facts.shown,
            lines,
        ),
        claim("they look alike", len(looks) == 1 and all(each.every(**PLAIN) for each in paragraphs), looks),
        nothing_else(
            guest,
            may_change(
                path, f"slide {PROGRAMME}/placeholder body/paragraph *", what=("added", "removed", "text")
            ),
        ),
    )
