from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import parse_presentation, read_presentation

ORIGINAL = Path(__file__).parent / "files" / "water_cycle.pptx"


@judged
def check(guest: GuestView) -> Score:
    """Nothing was damaged: a presentation has one slide format, so no slide can be turned alone."""
    presentation = read_presentation(guest, "/home/user/Documents/water_cycle.pptx")
    original = parse_presentation(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts = [slide.texts for slide in presentation.slides]
    size = (round(presentation.width, 1), round(presentation.height, 1))
    return Score.all_of(
        claim("the slides are still landscape", size == (33.9, 19.1), f"{size[0]} x {size[1]} cm"),
        claim("the slides' text is the same", texts == [slide.texts for slide in original.slides], texts),
    )
