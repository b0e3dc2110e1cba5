from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import parse_presentation, read_presentation

ORIGINAL = Path(__file__).parent / "files" / "garden_club.pptx"


@judged
def check(guest: GuestView) -> Score:
    presentation = read_presentation(guest, "/home/user/Documents/garden_club.pptx")
    original = parse_presentation(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts = [slide.texts for slide in presentation.slides]
    hidden = [number for number, slide in enumerate(presentation.slides, 1) if slide.hidden]
    return Score.all_of(
        claim(
            "all slides are there with their text", texts == [slide.texts for slide in original.slides], texts
        ),
        claim("slide 4, and no other, is hidden", hidden == [4], hidden),
    )
