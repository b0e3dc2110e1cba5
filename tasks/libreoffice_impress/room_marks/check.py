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
    return Score.all_of(
        *(is_filled(deck, number, colour) for number, colour in enumerate(facts.colours, start=2)),
        nothing_else(
            guest,
            may_change(
                path,
                *(f"slide {number}/shape TextBox 3" for number in range(2, len(facts.rooms) + 2)),
                what="fill",
            ),
        ),
    )


def is_filled(deck: Presentation, number: int, colour: int) -> Claim:
    def look() -> tuple[bool, object]:
        found = deck.slide(number).box("Mark").fill
        return found == colour, found

    return examine(f"the box on slide {number} is #{colour:06X}", look)
