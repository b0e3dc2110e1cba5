from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import may_change, nothing_else
from checkers.slide_model import Presentation
from checkers.slides import read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts

TEXT, WRITER = "TextBox 2", "TextBox 3"
"""Names of the boxes on each slide."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    deck = read_presentation(guest, f"/home/user/{path}")
    readings = [*enumerate(facts.readings, start=2)]
    aligned = [
        *(f"slide {number}/shape {TEXT}" for number, reading in readings if reading.is_poem),
        *(f"slide {number}/shape {WRITER}" for number, _ in readings),
    ]
    return Score.all_of(
        *(
            alignments_of(deck, number, "center", reading.lines)
            for number, reading in readings
            if reading.is_poem
        ),
        *(alignments_of(deck, number, "right", (reading.writer,)) for number, reading in readings),
        nothing_else(guest, may_change(path, *aligned, what="alignment")),
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
