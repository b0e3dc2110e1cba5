from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.slide_model import Presentation
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation

PROGRAMME = 2


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    others = [slide.texts for number, slide in enumerate(deck.slides, 1) if number != PROGRAMME]
    before = [slide.texts for number, slide in enumerate(original.slides, 1) if number != PROGRAMME]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    return Score.all_of(
        list_is(deck, facts),
        claim("the other slides are there with their text", others == before, others),
        claim(
            "the same slides are hidden",
            hidden == [number for number, slide in enumerate(original.slides, 1) if slide.hidden],
            hidden,
        ),
    )


def list_is(deck: Presentation, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        texts = deck.slide(PROGRAMME).texts
        lines = [[line.strip() for line in text.splitlines() if line.strip()] for text in texts]
        return lines == [["Programme"], facts.shown], lines

    return examine("the second slide lists the titles of the slides that are shown, in order", look)
