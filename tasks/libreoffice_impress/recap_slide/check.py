from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import parse_presentation, read_presentation

ORIGINAL = Path(__file__).parent / "files" / "kickoff.odp"


@judged
def check(guest: GuestView) -> Score:
    presentation = read_presentation(guest, "/home/user/Documents/kickoff.odp")
    original = parse_presentation(ORIGINAL.read_bytes(), ORIGINAL.name)
    texts = [slide.texts for slide in presentation.slides]
    before = [slide.texts for slide in original.slides]
    agenda = original.slide(1)
    points = [text for text in agenda.texts if text != agenda.title]
    last = presentation.slide(len(presentation.slides))
    rest = [text for text in last.texts if text != last.title]
    return Score.all_of(
        claim("the first four slides are as they were", texts[:4] == before, texts[:4]),
        claim("there are five slides", len(texts) == 5, len(texts)),
        claim("the last slide has the title Recap", last.title == "Recap", last.title),
        claim("the last slide repeats the agenda's points", rest == points, rest),
    )
