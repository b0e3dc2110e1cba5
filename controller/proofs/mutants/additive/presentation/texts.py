"""Edits of the formats of texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from pptx.dml.color import RGBColor
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.oxml.ns import qn
from pptx.util import Pt

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.presentation.places import (
    OFF,
    Presentation,
    may_inherit,
    paragraphs,
    runs,
    shapes,
)

COLOUR = RGBColor(0xC2, 0x18, 0x5B)  # type: ignore[no-untyped-call]
_TITLES = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.SUBTITLE)
_BULLETS = [qn(f"a:{name}") for name in ("buNone", "buAutoNum", "buChar", "buBlip")]
_AFTER_BULLET = ("a:tabLst", "a:defRPr", "a:extLst")


def _set_flag(attribute: str, value: str) -> Rule[Presentation]:
    """Set a property of characters that is on or off where it is off."""

    def edits(presentation: Presentation) -> Iterator[Edit]:
        for place, shape, run in runs(presentation):
            own = None if run._r.rPr is None else run._r.rPr.get(attribute)
            if own in OFF or (own is None and not may_inherit(shape, attribute)):
                yield Edit(place, partial(_set_attribute, run, attribute, value))

    return edits


def _set_value(name: str, value: Any) -> Rule[Presentation]:
    """Set a property to a value that presentations do not have by chance."""

    def edits(presentation: Presentation) -> Iterator[Edit]:
        for place, _shape, run in runs(presentation):
            yield Edit(place, partial(_set_font_value, run, name, value))

    return edits


def _change_colours(presentation: Presentation) -> Iterator[Edit]:
    for place, _shape, run in runs(presentation):
        yield Edit(place, partial(_colour, run))


def _align(presentation: Presentation) -> Iterator[Edit]:
    """Move text to the right; text that is there is centred."""
    for place, _shape, paragraph in paragraphs(presentation):
        at_right = _paragraph_attribute(paragraph, "algn") == "r"
        alignment = PP_ALIGN.CENTER if at_right else PP_ALIGN.RIGHT
        yield Edit(place, partial(setattr, paragraph, "alignment", alignment))


def _space(presentation: Presentation) -> Iterator[Edit]:
    for place, _shape, paragraph in paragraphs(presentation):
        yield Edit(place, partial(setattr, paragraph, "line_spacing", 2.7))


def _indent(presentation: Presentation) -> Iterator[Edit]:
    """Put paragraphs of lists a level lower; titles and other boxes have no levels."""
    for place, shape, paragraph in paragraphs(presentation):
        if shape.is_placeholder and shape.placeholder_format.type not in _TITLES:
            level = int(_paragraph_attribute(paragraph, "lvl") or 0)
            yield Edit(place, partial(setattr, paragraph, "level", (level + 1) % 9))


def _change_bullets(presentation: Presentation) -> Iterator[Edit]:
    for place, _shape, paragraph in paragraphs(presentation):
        yield Edit(place, partial(_set_bullet, paragraph))


def _add_links(presentation: Presentation) -> Iterator[Edit]:
    for place, _shape, run in runs(presentation):
        yield Edit(place, partial(_add_link, run))


def _anchor(presentation: Presentation) -> Iterator[Edit]:
    """Move text to the bottom of its box; text that is there goes to the top."""
    for place, shape in shapes(presentation):
        if shape.has_text_frame and shape.text_frame.text.strip():
            low = shape.text_frame.vertical_anchor == MSO_ANCHOR.BOTTOM
            anchor = MSO_ANCHOR.TOP if low else MSO_ANCHOR.BOTTOM
            yield Edit(place, partial(setattr, shape.text_frame, "vertical_anchor", anchor))


def _paragraph_attribute(paragraph: Any, name: str) -> str | None:
    """Return an attribute that a paragraph has of its own; reading it with python-pptx would add an element."""
    properties = paragraph._p.pPr
    return None if properties is None else properties.get(name)


def _set_attribute(run: Any, name: str, value: str) -> None:
    run._r.get_or_add_rPr().set(name, value)


def _set_font_value(run: Any, name: str, value: Any) -> None:
    setattr(run.font, name, value)


def _colour(run: Any) -> None:
    run.font.fill.solid()
    run.font.fill.fore_color.rgb = COLOUR


def _add_link(run: Any) -> None:
    run.hyperlink.address = "https://added.example.test/"


def _set_bullet(paragraph: Any) -> None:
    properties = paragraph._p.get_or_add_pPr()
    for former in [child for child in properties if child.tag in _BULLETS]:
        properties.remove(former)
    bullet = properties.makeelement(qn("a:buChar"), {"char": "§"})
    properties.insert_element_before(bullet, *_AFTER_BULLET)


RULES: dict[str, Rule[Presentation]] = {
    "bold added": _set_flag("b", "1"),
    "italic added": _set_flag("i", "1"),
    "underline added": _set_flag("u", "sng"),
    "strikethrough added": _set_flag("strike", "sngStrike"),
    "colour added": _change_colours,
    "size changed": _set_value("size", Pt(31)),
    "font changed": _set_value("name", "Courier New"),
    "alignment changed": _align,
    "line spacing changed": _space,
    "level changed": _indent,
    "bullet changed": _change_bullets,
    "link added": _add_links,
    "vertical alignment changed": _anchor,
}
