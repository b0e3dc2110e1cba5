import posixpath
import re

from checkers import Claim, GuestView, Score, claim
from checkers.archives import open_package, parse_xml, read
from checkers.evidence import examine, fetch
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import parse_presentation
from checkers.variants import judged_with_facts

from .variant import Facts, song

_RELATIONS = re.compile(r"ppt/slides/_rels/slide(\d+)\.xml\.rels")


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    data = fetch(guest, f"/home/user/{path}")
    boxes = [box.kind for box in parse_presentation(data, facts.file).slide(facts.count).boxes]
    return Score.all_of(
        holds_song(data, facts),
        claim("the last slide has one box beside its title", len(boxes) == 2, boxes),
        nothing_else(guest, may_change(path, f"slide {facts.count}/media 1", what="added")),
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
