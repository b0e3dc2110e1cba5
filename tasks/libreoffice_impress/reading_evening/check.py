from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.slide_model import Presentation
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation

NEAR = 0.1
"""Centimetres by which a box may be elsewhere: LibreOffice rounds."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    notes = [slide.notes.strip() for slide in deck.slides]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    alignments = [
        alignments_of(deck, number, "center" if reading.is_poem else "left", reading.lines)
        for number, reading in enumerate(facts.readings, start=2)
    ]
    names = [
        alignments_of(deck, number, "right", (reading.writer,))
        for number, reading in enumerate(facts.readings, start=2)
    ]
    corners = [[(box.x, box.y) for box in slide.boxes] for slide in deck.slides[1:]]
    before = [[(box.x, box.y) for box in slide.boxes] for slide in original.slides[1:]]
    return Score.all_of(
        *alignments,
        *names,
        claim("the slides' texts are the same", texts == [slide.texts for slide in original.slides], texts),
        claim("the notes are the same", notes == [slide.notes.strip() for slide in original.slides], notes),
        claim("the boxes are where they were", are_near(corners, before), corners),
        claim("no slide is hidden", not hidden, hidden),
    )


def alignments_of(deck: Presentation, number: int, alignment: str, lines: tuple[str, ...]) -> Claim:
    def look() -> tuple[bool, object]:
        paragraphs = [
            paragraph
            for box in deck.slide(number).boxes
            for paragraph in box.paragraphs
            if paragraph.text.strip() in lines
        ]
        found = [paragraph.alignment for paragraph in paragraphs]
        return found == [alignment] * len(lines), found

    return examine(f'on slide {number}, "{lines[0]}" is aligned: {alignment}', look)


def are_near(found: list[list[tuple[float, float]]], expected: list[list[tuple[float, float]]]) -> bool:
    if [len(slide) for slide in found] != [len(slide) for slide in expected]:
        return False
    pairs = [
        pair for one, other in zip(found, expected, strict=True) for pair in zip(one, other, strict=True)
    ]
    return all(abs(a[0] - b[0]) < NEAR and abs(a[1] - b[1]) < NEAR for a, b in pairs)
