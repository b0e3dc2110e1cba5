from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import parse_presentation, read_presentation

ORIGINAL = Path(__file__).parent / "files" / "water_cycle.pptx"
LIGHT_YELLOW = 0xFFF2CC


@judged
def check(guest: GuestView) -> Score:
    presentation = read_presentation(guest, "/home/user/Documents/water_cycle.pptx")
    original = parse_presentation(ORIGINAL.read_bytes(), ORIGINAL.name)
    background = presentation.slide(3).background
    coloured = [
        number
        for number, slide in enumerate(presentation.slides, 1)
        if number != 3 and (slide.background_picture or slide.background not in (None, 0xFFFFFF))
    ]
    texts = [slide.texts for slide in presentation.slides]
    return Score.all_of(
        claim("slide 3 has the background #FFF2CC", background == LIGHT_YELLOW, background),
        claim("no other slide has a background", not coloured, coloured),
        claim("the slides' text is the same", texts == [slide.texts for slide in original.slides], texts),
    )
