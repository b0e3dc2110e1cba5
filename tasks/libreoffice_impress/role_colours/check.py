from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.slide_model import Presentation
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation

BLACK = (None, 0)


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    notes = [slide.notes.strip() for slide in deck.slides]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    mine = {text for slide in facts.lines for role, text in slide if role in facts.mine}
    others = {
        run.text: f"{run.colour:06X}"
        for slide in deck.slides
        for box in slide.boxes
        for paragraph in box.paragraphs
        for run in paragraph.runs
        if paragraph.text.strip() not in mine and run.text.strip() and run.colour not in BLACK
    }
    return Score.all_of(
        *(
            is_coloured(deck, number, text, facts.colours[role])
            for number, slide in enumerate(facts.lines, start=2)
            for role, text in slide
            if role in facts.mine
        ),
        claim("all other texts are black", not others, others),
        claim("the slides' texts are the same", texts == [slide.texts for slide in original.slides], texts),
        claim("the notes are the same", notes == [slide.notes.strip() for slide in original.slides], notes),
        claim("no slide is hidden", not hidden, hidden),
    )


def is_coloured(deck: Presentation, number: int, text: str, colour: int) -> Claim:
    def look() -> tuple[bool, object]:
        paragraphs = deck.slide(number).box(text).paragraphs
        found = [run.colour for paragraph in paragraphs for run in paragraph.runs]
        return all(
            paragraph.every(colour=colour) for paragraph in paragraphs if paragraph.text.strip()
        ), found

    return examine(f'"{text}" on slide {number} is #{colour:06X}', look)
