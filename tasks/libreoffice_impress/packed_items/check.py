from checkers import GuestView, Score, claim
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts

LIST = 2
"""The number of the slide with the packing list."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    boxes = read_presentation(guest, f"/home/user/{path}").slide(LIST).boxes
    lines = [line for box in boxes if box.kind != "title" for line in box.paragraphs]
    struck = [number for number, line in enumerate(lines, 1) if line.every(strike=True)]
    return Score.all_of(
        claim("each packed item is struck through as a whole", struck == facts.lines, struck),
        nothing_else(
            guest,
            may_change(
                path,
                *(f"slide {LIST}/placeholder body/paragraph {line}" for line in facts.lines),
                what="strike",
            ),
        ),
    )
