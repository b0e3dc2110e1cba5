"""Edits of the formats of characters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from docx.enum.text import WD_COLOR_INDEX
from docx.shared import Pt, RGBColor

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.text_document.places import Document, effective, runs

COLOUR = RGBColor(0xC2, 0x18, 0x5B)


def _set_flag(name: str) -> Rule[Document]:
    """Set a property that is on or off where it is off."""

    def edits(document: Document) -> Iterator[Edit]:
        for place, paragraph, run in runs(document):
            if not effective(name, paragraph, run):
                yield Edit(place, partial(setattr, run.font, name, True))

    return edits


def _set_value(name: str, value: Any) -> Rule[Document]:
    """Set a property to a value that documents do not have by chance."""

    def edits(document: Document) -> Iterator[Edit]:
        for place, _paragraph, run in runs(document):
            yield Edit(place, partial(setattr, run.font, name, value))

    return edits


def _change_colours(document: Document) -> Iterator[Edit]:
    for place, _paragraph, run in runs(document):
        yield Edit(place, partial(setattr, run.font.color, "rgb", COLOUR))


RULES: dict[str, Rule[Document]] = {
    "bold added": _set_flag("bold"),
    "italic added": _set_flag("italic"),
    "underline added": _set_flag("underline"),
    "strikethrough added": _set_flag("strike"),
    "text hidden": _set_flag("hidden"),
    "colour added": _change_colours,
    "size changed": _set_value("size", Pt(27)),
    "font changed": _set_value("name", "Courier New"),
    "highlight added": _set_value("highlight_color", WD_COLOR_INDEX.PINK),
}
