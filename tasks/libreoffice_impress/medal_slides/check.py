from checkers import GuestView, Score, claim
from checkers.evidence import fetch
from checkers.nothing_else import may_change, nothing_else
from checkers.slide_copies import copy_changes
from checkers.slides import parse_presentation
from checkers.variants import judged_with_facts

from .variant import PLACES, Facts, certificate

MODEL = 3
COPIES = (4, 5, 6)


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    data = fetch(guest, f"/home/user/{path}")
    deck = parse_presentation(data, path)
    texts = [deck.slide(number).texts for number in COPIES]
    changes = [change for change in copy_changes(data, path, MODEL, COPIES) if change.what != "text"]
    return Score.all_of(
        *(
            claim(
                f"slide {number} is the certificate of {runner.name}",
                text == certificate(runner, place),
                text,
            )
            for number, text, runner, place in zip(COPIES, texts, facts.winners, PLACES, strict=True)
        ),
        claim("they look as the slide Certificate does", not changes, [*map(str, changes)]),
        nothing_else(guest, may_change(path, *(f"slide {number}" for number in COPIES), what="added")),
    )
