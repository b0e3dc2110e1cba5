from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.variants import judged_with_facts

from .variant import Facts

RED = 0xFF0000
BLACK = 0


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    document = read_document(guest, f"/home/user/Documents/{facts.file}")
    paragraphs = [paragraph for paragraph in document.paragraphs if paragraph.text.strip()]
    texts = [paragraph.text for paragraph in paragraphs]
    red = [number for number, paragraph in enumerate(paragraphs) if paragraph.every(colour=RED)]
    coloured = [
        run.text
        for number, paragraph in enumerate(paragraphs)
        if number not in facts.lines
        for run in paragraph.runs
        if run.text.strip() and run.colour not in (None, BLACK)
    ]
    return Score.all_of(
        claim("the text is the same", texts == [facts.title, *facts.paragraphs], texts),
        claim(f"the paragraphs that {facts.role} speaks are red", set(facts.lines) <= set(red), red),
        claim("no other text has a colour", not coloured, coloured),
    )
