from checkers import GuestView, Score, claim
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    return Score.all_of(
        claim(
            f"the slides of all trips but {facts.trips[facts.chosen].place} are hidden, and no others",
            hidden == facts.others,
            hidden,
        ),
        claim(
            "all slides are there with their text", texts == [slide.texts for slide in original.slides], texts
        ),
    )
