from checkers import GuestView, Score, claim
from checkers.slide_model import Slide
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    notes = [slide.notes.strip() for slide in deck.slides]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    pictures = [sum(box.kind == "picture" for box in slide.boxes) for slide in deck.slides]
    expected: list[list[str]] = [[]]
    for number, question in enumerate(facts.questions, start=1):
        expected.append([original.slides[number].texts[question.right + 1]])
    expected.append([])
    bold = [bold_texts(slide) for slide in deck.slides]
    return Score.all_of(
        claim("of each question the right answer, and nothing else, is bold", bold == expected, bold),
        claim("the slides' texts are the same", texts == [slide.texts for slide in original.slides], texts),
        claim("the notes are the same", notes == [slide.notes.strip() for slide in original.slides], notes),
        claim("the picture is on the last slide", pictures == [0] * (facts.last_slide - 1) + [1], pictures),
        claim("no slide is hidden", not hidden, hidden),
    )


def bold_texts(slide: Slide) -> list[str]:
    """What is bold on the slide, run by run, joined by paragraph."""
    found = []
    for box in slide.boxes:
        for paragraph in box.paragraphs:
            text = "".join(run.text for run in paragraph.runs if run.bold)
            if text.strip():
                found.append(text.strip())
    return found
