"""What stands in the body of a docx document beside text: pictures and formulas; and the font of new text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.archives import parsing
from checkers.base import GuestView
from checkers.evidence import Unusable
from checkers.office_parts import OfficeParts, office_parts

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_TARGETS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_DEEPEST = 50
"""Levels of a formula."""


@dataclass(frozen=True, slots=True)
class TextPicture:
    """A picture in the text; `paragraph` is the body's, from 0, blank ones counted."""

    paragraph: int
    content: bytes


@dataclass(frozen=True, slots=True)
class TextFormula:
    """A formula in the text; `written` has it in a line: (a)/(b), a^(b), a_(b), sqrt(a)."""

    paragraph: int
    written: str


@dataclass(frozen=True, slots=True)
class TextObjects:
    """The objects of a document's body, in their order, and the font of its default paragraph style."""

    pictures: tuple[TextPicture, ...]
    formulas: tuple[TextFormula, ...]
    default_font: str
    default_size: float | None
    """In points; None when nothing sets it."""


def read_text_objects(guest: GuestView, path: str) -> TextObjects:
    """Read the objects of a docx document. Raises Unusable if it is missing, damaged or hostile."""
    parts = office_parts(guest, path)
    body = parts.xml("word/document.xml").find(f"{_WORD}body")
    if body is None:
        raise Unusable(f"{path} has a body", "none")
    paragraphs = body.findall(f"{_WORD}p")
    styles = parts.xml("word/styles.xml")
    with parsing(path):
        font, size = _default_looks(styles)
        return TextObjects(
            pictures=tuple(
                TextPicture(number, content)
                for number, paragraph in enumerate(paragraphs)
                for content in _pictures(parts, paragraph)
            ),
            formulas=tuple(
                TextFormula(number, _written(formula))
                for number, paragraph in enumerate(paragraphs)
                for formula in paragraph.iter(f"{_MATH}oMath")
            ),
            default_font=font,
            default_size=size,
        )


def _pictures(parts: OfficeParts, paragraph: Element) -> Iterator[bytes]:
    embedded = [blip.get(_EMBEDDED) for blip in paragraph.iter(f"{_DRAWING}blip")]
    if not embedded:
        return
    relations = parts.xml("word/_rels/document.xml.rels")
    targets = {each.get("Id"): each.get("Target", "") for each in relations.iter(_TARGETS)}
    for name in embedded:
        if name in targets:
            yield parts.content(f"word/{targets[name]}")


def _default_looks(styles: Element) -> tuple[str, float | None]:
    places = [
        style.find(f"{_WORD}rPr")
        for style in styles.findall(f"{_WORD}style")
        if style.get(f"{_WORD}type") == "paragraph" and style.get(f"{_WORD}default") in ("1", "true")
    ]
    places.append(styles.find(f"{_WORD}docDefaults/{_WORD}rPrDefault/{_WORD}rPr"))
    font, size = "", None
    for looks in reversed(places):
        fonts = None if looks is None else looks.find(f"{_WORD}rFonts")
        half_points = None if looks is None else looks.find(f"{_WORD}sz")
        if fonts is not None and f"{_WORD}ascii" in fonts.attrib:
            font = fonts.attrib[f"{_WORD}ascii"]
        if half_points is not None:
            size = int(half_points.get(f"{_WORD}val", "")) / 2
    return font, size


def _written(element: Element, depth: int = 0) -> str:
    if depth > _DEEPEST:
        raise Unusable(f"a formula has at most {_DEEPEST} levels", "more")
    if element.tag == f"{_MATH}t":
        return "".join((element.text or "").split())
    if element.tag == f"{_MATH}d":
        return f"({_parts(element, depth, 'e')})"
    name = element.tag.removeprefix(_MATH)
    if name == "f":
        return f"({_parts(element, depth, 'num')})/({_parts(element, depth, 'den')})"
    if name == "rad":
        return f"sqrt({_parts(element, depth, 'e')})"
    if name in ("sSup", "sSub"):
        sign, part = ("^", "sup") if name == "sSup" else ("_", "sub")
        return f"{_parts(element, depth, 'e')}{sign}({_parts(element, depth, part)})"
    return "".join(_written(child, depth + 1) for child in element)


def _parts(element: Element, depth: int, name: str) -> str:
    return ",".join(_written(child, depth + 1) for child in element.findall(f"{_MATH}{name}"))
