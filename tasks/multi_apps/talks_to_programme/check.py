from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, lines, presentation

DOCUMENTS = "/home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    texts = read_document(guest, f"{DOCUMENTS}/{facts.programme}").texts
    expected = lines(facts, facts.titles)
    slides = read_presentation(guest, f"{DOCUMENTS}/{facts.file}").slides
    before = parse_presentation(presentation(facts), facts.file).slides
    last = 2 + len(facts.titles)
    return Score.all_of(
        claim(
            "the talks that take place are in their order", texts[2:last] == expected[2:last], texts[2:last]
        ),
        claim(
            "the rest of the programme is as it was",
            texts[:2] + texts[last:] == expected[:2] + expected[last:],
            texts,
        ),
        claim(
            "the presentation is as it was",
            [(slide.texts, slide.hidden) for slide in slides]
            == [(slide.texts, slide.hidden) for slide in before],
            [slide.title for slide in slides],
        ),
    )
