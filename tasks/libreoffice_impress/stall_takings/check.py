from checkers import GuestView, Score, claim
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import GAP, Facts, presentation, sentence

BOX = 2
"""Which text of the last slide has the gap."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    expected = [slide.texts for slide in original.slides]
    found = texts[-1][BOX] if texts and len(texts[-1]) > BOX else ""
    notes = [slide.notes.strip() for slide in deck.slides]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    kinds = [[box.kind for box in slide.boxes] for slide in deck.slides]
    return Score.all_of(
        claim(f"the box says {facts.amount} euros", f" {facts.amount} euros" in found, found),
        claim("its other words are as they were", found == sentence(facts, str(facts.amount)), found),
        claim(
            "the other texts are as they were",
            without(texts, found) == without(expected, sentence(facts, GAP)),
            texts,
        ),
        claim(
            "the notes are as they were", notes == [slide.notes.strip() for slide in original.slides], notes
        ),
        claim(
            "each slide has the boxes that it had",
            kinds == [[box.kind for box in slide.boxes] for slide in original.slides],
            kinds,
        ),
        claim("no slide is hidden", not hidden, hidden),
    )


def without(texts: list[list[str]], text: str) -> list[list[str]]:
    return [[each for each in slide if each != text] for slide in texts]
