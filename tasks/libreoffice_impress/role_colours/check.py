from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import may_change, nothing_else
from checkers.slide_model import Presentation
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    deck = read_presentation(guest, f"/home/user/{path}")
    mine = [
        (number, box, role, text)
        for number, slide in enumerate(facts.lines, start=2)
        for box, (role, text) in enumerate(slide, start=2)
        if role in facts.mine
    ]
    return Score.all_of(
        *(is_coloured(deck, number, text, facts.colours[role]) for number, _, role, text in mine),
        nothing_else(
            guest,
            may_change(
                path, *(f"slide {number}/shape TextBox {box}" for number, box, *_ in mine), what="colour"
            ),
        ),
    )


def is_coloured(deck: Presentation, number: int, text: str, colour: int) -> Claim:
    def look() -> tuple[bool, object]:
        paragraphs = deck.slide(number).box(text).paragraphs
        found = [run.colour for paragraph in paragraphs for run in paragraph.runs]
        return all(
            paragraph.every(colour=colour) for paragraph in paragraphs if paragraph.text.strip()
        ), found

    return examine(f'"{text}" on slide {number} is #{colour:06X}', look)
