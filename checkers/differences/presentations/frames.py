"""The texts of shapes, and how they lie in their shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.placeholders import find_list_styles, find_placeholder
from checkers.differences.presentations.text import TextStyles, build_font, read_paragraphs
from checkers.differences.presentations.xml import find, get, length
from checkers.differences.tree import Length, TreeNode

_AUTOFITS = {"a:noAutofit": None, "a:normAutofit": "shrink", "a:spAutoFit": "grow"}
_HORIZONTAL = "horz"
_INSETS = {
    "left inset": ("lIns", "91440"),
    "right inset": ("rIns", "91440"),
    "top inset": ("tIns", "45720"),
    "bottom inset": ("bIns", "45720"),
}
_SHRUNK = {"left margin", "indent"}
"""What LibreOffice saves smaller than it is in a text that shrinks."""


@dataclass(frozen=True)
class TextFrame:
    """The text of a shape.

    Attributes:
        fit: What happens when the text does not fit: the shape may "grow" or the text "shrink".
        anchor: Where the text is: "t" at the top, "ctr" in the middle, "b" at the bottom.
    """

    paragraphs: tuple[TreeNode, ...]
    fit: str | None
    anchor: str
    wraps: bool
    direction: str
    columns: int
    insets: Attributes

    @property
    def attributes(self) -> Attributes:
        return {
            # LibreOffice changes the anchor of vertical texts.
            "text anchor": self.anchor if self.direction == _HORIZONTAL else None,
            "text direction": self.direction,
            "text columns": self.columns,
            "text wraps": self.wraps,
            "text fit": self.fit,
            **self.insets,
        }


def read_frame(chain: Sequence[Any], page: Page, deck: Deck) -> TextFrame:
    """Read the text of the first shape of a chain (`find_chain`)."""
    shape, bodies = chain[0], [find(one, "p:txBody/a:bodyPr") for one in chain]
    is_placeholder = find_placeholder(shape) is not None
    font = find(shape, "p:style/a:fontRef")
    styles = TextStyles(
        page,
        deck.read_link,
        (*find_list_styles(chain, page), deck.default_styles),
        fonts=(build_font(font),) if font is not None else (),
        has_levels=is_placeholder,
    )
    direction = _first(bodies, "vert", _HORIZONTAL)
    fit = _read_fit(bodies) if direction == _HORIZONTAL else None  # LibreOffice drops that of vertical texts
    paragraphs = read_paragraphs(find(shape, "p:txBody"), styles)
    return TextFrame(
        paragraphs=tuple(map(_without_margins, paragraphs)) if fit == "shrink" else paragraphs,
        fit=fit,
        anchor=_first(bodies, "anchor", "t"),
        wraps=_first(bodies, "wrap", "square") != "none",
        direction=direction,
        columns=int(_first(bodies, "numCol", "1")),
        # LibreOffice replaces the insets of layouts by its own, and turns those of vertical texts.
        insets={} if is_placeholder or direction != _HORIZONTAL else _read_insets(bodies[0]),
    )


def _read_insets(body: Any) -> Attributes:
    return {name: length(get(body, *inset)) for name, inset in _INSETS.items()}


def _read_fit(bodies: Sequence[Any]) -> str | None:
    """Return what happens when a text does not fit. Shrinking is not inherited: LibreOffice reads none of layouts."""
    for number, body in enumerate(bodies):
        for kind, fit in _AUTOFITS.items():
            if find(body, kind) is not None:
                return fit if number == 0 or fit == "grow" else None
    return None


def _without_margins(paragraph: TreeNode) -> TreeNode:
    kept = {
        name: value
        for name, value in paragraph.attributes.items()
        if name not in _SHRUNK or value == Length(0.0)
    }
    return replace(paragraph, attributes=kept)


def _first(elements: Sequence[Any], attribute: str, default: str) -> str:
    return next((value for element in elements if (value := get(element, attribute))), default)
