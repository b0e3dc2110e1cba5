"""The texts of cells, whole and with the formats of their characters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.differences.tree import Attributes, Span
from checkers.differences.workbooks.parts import MAIN
from checkers.differences.workbooks.styles import Styles

_FIRST_OTHER_SCRIPT = "\u0590"
"""Characters from this on have fonts of their own in LibreOffice, which it sets anew; those before are European."""
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class CellText:
    """A text; the runs have None for a font where they are formatted as the cell is."""

    text: str
    runs: tuple[tuple[str, Attributes | None], ...] = ()

    def font(self) -> Attributes | None:
        """Return the font that all of its runs have; None if that is the cell's, or they differ."""
        fonts = [font for text, font in self.runs if text]
        return fonts[0] if fonts and all(font == fonts[0] for font in fonts) else None

    def spans(self, cell_font: Mapping[str, object]) -> tuple[Span, ...]:
        """Return the runs with what differs from the cell's font; none if nothing does or they have one font."""
        if self.font() is not None:
            return ()
        spans = tuple(
            Span(text, {name: value for name, value in (font or {}).items() if value != cell_font[name]})
            for text, font in self.runs
        )
        return spans if any(span.format for span in spans) else ()


def read_text(element: Element, styles: Styles) -> CellText:
    """Read a string item: a shared or an inline string, or the text of a comment."""
    runs: list[tuple[str, Attributes | None]] = []
    for child in element:
        if child.tag == f"{MAIN}t":
            runs.append((decoded(child.text or ""), None))
        elif child.tag == f"{MAIN}r":
            properties = child.find(f"{MAIN}rPr")
            text = decoded(child.findtext(f"{MAIN}t", ""))
            runs.append((text, _font(text, properties, styles)))
    return CellText("".join(text for text, _ in runs), tuple(runs))


def _font(text: str, properties: Element | None, styles: Styles) -> Attributes | None:
    if properties is None:
        return None
    return without_other_font(text, styles.font(properties))


def without_other_font(text: str, attributes: Attributes) -> Attributes:
    """Return a format without the name of the font if no character of the text is European."""
    if "font" in attributes and all(each >= _FIRST_OTHER_SCRIPT or each.isspace() for each in text):
        return {name: value for name, value in attributes.items() if name != "font"}
    return attributes


def decoded(text: str) -> str:
    """Return a text with the characters that XML cannot hold; LibreOffice has no carriage returns in cells."""
    if "_x" in text:
        text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    return text.replace("\r", "")
