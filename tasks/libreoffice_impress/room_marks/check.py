from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.slide_model import Presentation
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    notes = [slide.notes.strip() for slide in deck.slides]
    others = [box.text for slide in deck.slides for box in slide.boxes if box.fill is not None]
    backgrounds = [slide.background for slide in deck.slides if slide.background not in (None, 0xFFFFFF)]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    return Score.all_of(
        *(is_filled(deck, number, colour) for number, colour in enumerate(facts.colours, start=2)),
        claim("no other box is filled", [text for text in others if text.strip() != "Mark"] == [], others),
        claim("no slide has a background", not backgrounds, backgrounds),
        claim("the slides' texts are the same", texts == [slide.texts for slide in original.slides], texts),
        claim("the notes are the same", notes == [slide.notes.strip() for slide in original.slides], notes),
        claim("no slide is hidden", not hidden, hidden),
    )


def is_filled(deck: Presentation, number: int, colour: int) -> Claim:
    def look() -> tuple[bool, object]:
        found = deck.slide(number).box("Mark").fill
        return found == colour, found

    return examine(f"the box on slide {number} is #{colour:06X}", look)
