from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slide_model import Slide
from checkers.slides import parse_presentation, read_presentation

ORIGINAL = Path(__file__).parent / "files" / "moving.pptx"
PASTED = 3
FONT = "DejaVu Sans"


@judged
def check(guest: GuestView) -> Score:
    deck = read_presentation(guest, "/home/user/Documents/moving.pptx")
    original = parse_presentation(ORIGINAL.read_bytes(), ORIGINAL.name)
    slide, before = deck.slide(PASTED), original.slide(PASTED)
    fonts = [font for _, font, _, _ in looks(slide)]
    others = [looks(each) for number, each in enumerate(deck.slides, 1) if number != PASTED]
    kept = [looks(each) for number, each in enumerate(original.slides, 1) if number != PASTED]
    hidden = [number for number, each in enumerate(deck.slides, 1) if each.hidden]
    return Score.all_of(
        claim(f"all text of slide {PASTED} is in {FONT}", set(fonts) == {FONT}, fonts),
        claim(
            "its texts, their sizes and what is bold are as they were",
            [(text, *rest) for text, _, *rest in looks(slide)]
            == [(text, *rest) for text, _, *rest in looks(before)],
            looks(slide),
        ),
        claim("the other slides are as they were", others == kept, others),
        claim("no slide is hidden", not hidden, hidden),
    )


def looks(slide: Slide) -> list[tuple[str, str, float | None, bool]]:
    """The text, font, size and weight of each run of the slide."""
    return [
        (run.text.strip(), run.font, run.size, run.bold)
        for box in slide.boxes
        for paragraph in box.paragraphs
        for run in paragraph.runs
        if run.text.strip()
    ]
