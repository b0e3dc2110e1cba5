from checkers import GuestView, Score, claim
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation

LIST = 2
"""The number of the slide with the packing list."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    found = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in found.slides]
    notes = [slide.notes.strip() for slide in found.slides]
    hidden = [number for number, slide in enumerate(found.slides, 1) if slide.hidden]
    lines = [line for box in found.slide(LIST).boxes if box.kind != "title" for line in box.paragraphs]
    struck = [line.text.strip() for line in lines if line.every(strike=True)]
    touched = [
        run.text
        for number, slide in enumerate(found.slides, 1)
        for box in slide.boxes
        for line in box.paragraphs
        if not (number == LIST and line.text.strip() in facts.packed)
        for run in line.runs
        if run.strike and run.text.strip()
    ]
    expected = [item for item in facts.gear if item in facts.packed]
    return Score.all_of(
        claim("each packed item is struck through as a whole", struck == expected, struck),
        claim("no other text is struck through", not touched, touched),
        claim("the slides' text is the same", texts == [slide.texts for slide in original.slides], texts),
        claim("the notes are the same", notes == [slide.notes for slide in original.slides], notes),
        claim("no slide is hidden", not hidden, hidden),
    )
