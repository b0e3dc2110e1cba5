from checkers import GuestView, Score, claim
from checkers.slides import parse_presentation, read_presentation
from checkers.variants import judged_with_facts

from .variant import PLACES, Facts, certificate, presentation


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    deck = read_presentation(guest, f"/home/user/Documents/{facts.file}")
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    before = [slide.texts for slide in original.slides]
    added = texts[len(before) :]
    notes = [slide.notes.strip() for slide in deck.slides][: len(before)]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    kinds = [[box.kind for box in slide.boxes] for slide in deck.slides]
    of_copy = [box.kind for box in original.slides[-1].boxes]
    return Score.all_of(
        claim("the slides that were there are as they were", texts[: len(before)] == before, texts),
        claim("three slides were added", len(added) == len(PLACES), len(added)),
        *(
            claim(
                f"certificate {number + 1} is that of {runner.name}",
                len(added) > number and added[number] == certificate(runner, PLACES[number]),
                added[number : number + 1],
            )
            for number, runner in enumerate(facts.winners)
        ),
        claim(
            "the copies have the boxes of the certificate",
            all(each == of_copy for each in kinds[len(before) :]),
            kinds,
        ),
        claim(
            "the notes are as they were", notes == [slide.notes.strip() for slide in original.slides], notes
        ),
        claim("no slide is hidden", not hidden, hidden),
    )
