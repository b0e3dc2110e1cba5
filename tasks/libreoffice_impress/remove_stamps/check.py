from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import parse_presentation, read_presentation

ORIGINAL = Path(__file__).parent / "files" / "budget_plan.pptx"
STAMP = "DRAFT"


@judged
def check(guest: GuestView) -> Score:
    presentation = read_presentation(guest, "/home/user/Documents/budget_plan.pptx")
    original = parse_presentation(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts = [slide.texts for slide in presentation.slides]
    stamped = [number for number, slide in enumerate(texts, 1) if STAMP in slide]
    empty = [
        number
        for number, slide in enumerate(presentation.slides, 1)
        if any(not box.text.strip() for box in slide.boxes)
    ]
    expected = [[text for text in slide.texts if text != STAMP] for slide in original.slides]
    hidden = [number for number, slide in enumerate(presentation.slides, 1) if slide.hidden]
    return Score.all_of(
        claim("no slide has a box that says DRAFT", not stamped, stamped),
        claim("no emptied box is left behind", not empty, empty),
        claim("all slides are there with the rest of their text", texts == expected, texts),
        claim("no slide is hidden", not hidden, hidden),
    )
