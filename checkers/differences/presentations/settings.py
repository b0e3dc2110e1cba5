"""Settings of presentations: the size of slides, how the show goes, custom shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml

from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.xml import find, find_all, get, is_on, length
from checkers.differences.tree import TreeNode


def read_settings(part: Any) -> Attributes:
    """Return the settings of a presentation, given its main part."""
    size = find(part._element, "p:sldSz")  # python-pptx has no public name for the element
    return {
        "width": length(get(size, "cx", "0")),
        "height": length(get(size, "cy", "0")),
        **_read_show(find_related(part, RELATIONSHIP_TYPE.PRES_PROPS)),
    }


def _read_show(part: Any) -> Attributes:
    """Return how the show goes, as far as LibreOffice keeps it."""
    show = find(parse_xml(part.blob), "p:showPr") if part is not None else None
    first, custom = get(find(show, "p:sldRg"), "st", "1"), find(show, "p:custShow")
    return {
        "show repeats": is_on(get(show, "loop")) or None,
        "show waits for clicks": not is_on(get(show, "useTimings", "1")) or None,
        "show starts at slide": int(first) if first != "1" else None,
        "custom show": get(custom, "id") or None,
    }


def read_custom_shows(part: Any, deck: Deck) -> Iterator[TreeNode]:
    """Yield the custom shows of a presentation, given its main part."""
    for show in find_all(part._element, "p:custShowLst/p:custShow"):
        relations = [part.rels[get(slide, "r:id")] for slide in find_all(show, "p:sldLst/p:sld")]
        titles = (deck.titles.get(str(relation.target_part.partname), "") for relation in relations)
        yield TreeNode("custom show", get(show, "name"), {"slides": ", ".join(titles)})


def find_related(part: Any, kind: str) -> Any:
    """Return the part that a relationship of this type leads to, None if there is none."""
    return next((relation.target_part for relation in part.rels.values() if relation.reltype == kind), None)
