import posixpath
import re

from checkers import Claim, GuestView, Score, claim
from checkers.archives import open_package, parse_xml, read
from checkers.evidence import examine, fetch
from checkers.slides import parse_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, presentation, song

_RELATIONS = re.compile(r"ppt/slides/_rels/slide(\d+)\.xml\.rels")


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    data = fetch(guest, f"/home/user/Documents/{facts.file}")
    deck = parse_presentation(data, facts.file)
    original = parse_presentation(presentation(facts), facts.file)
    texts = [slide.texts for slide in deck.slides]
    notes = [slide.notes.strip() for slide in deck.slides]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    counts = [len(slide.boxes) for slide in deck.slides]
    expected = [len(slide.boxes) for slide in original.slides]
    return Score.all_of(
        holds_song(data, facts),
        claim(
            "the last slide has one box more, and no other has",
            counts == [*expected[:-1], expected[-1] + 1],
            counts,
        ),
        claim("the slides' texts are the same", texts == [slide.texts for slide in original.slides], texts),
        claim("the notes are the same", notes == [slide.notes.strip() for slide in original.slides], notes),
        claim("no slide is hidden", not hidden, hidden),
    )


def holds_song(data: bytes, facts: Facts) -> Claim:
    """The presentation has no sound but the wanted one, which is on the last slide."""

    def look() -> tuple[bool, object]:
        found = sounds(data, facts.file)
        right = {facts.count: {song(facts.wanted)}}
        return found == right, {number: len(contents) for number, contents in found.items()}

    return examine(f"{facts.recording} is inside the presentation, on the last slide alone", look)


def sounds(data: bytes, name: str) -> dict[int, set[bytes]]:
    """What the slides have of sounds inside the file, by the slides' numbers; a link is an empty one."""
    found: dict[int, set[bytes]] = {}
    with open_package(data, name) as package:
        for member in package.namelist():
            if not (match := _RELATIONS.fullmatch(member)):
                continue
            for relation in parse_xml(read(package, member), member):
                if not relation.get("Type", "").endswith(("/audio", "/video", "/media")):
                    continue
                content = b""
                if relation.get("TargetMode") != "External":
                    target = posixpath.join("/ppt/slides", relation.get("Target", ""))
                    content = read(package, posixpath.normpath(target).lstrip("/"))
                found.setdefault(int(match[1]), set()).add(content)
    return found
