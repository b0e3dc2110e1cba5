"""Edits of pages: margins, orientation, columns, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from docx.enum.section import WD_ORIENTATION
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.section import Section
from docx.shared import Cm

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.text_document.places import Document

_AFTER_COLUMNS = (
    "w:formProt",
    "w:vAlign",
    "w:noEndnote",
    "w:titlePg",
    "w:textDirection",
    "w:bidi",
    "w:docGrid",
)


def _widen(margin: str) -> Rule[Document]:
    """Make a margin wider by 1.5 cm."""

    def edits(document: Document) -> Iterator[Edit]:
        for place, section in _sections(document):
            wider = (getattr(section, margin) or 0) + Cm(1.5)
            yield Edit(place, partial(setattr, section, margin, wider))

    return edits


def _turn_pages(document: Document) -> Iterator[Edit]:
    for place, section in _sections(document):
        yield Edit(place, partial(_turn, section))


def _set_columns(document: Document) -> Iterator[Edit]:
    """Set the text in one more column."""
    for place, section in _sections(document):
        yield Edit(place, partial(_add_column, section))


def _change_stories(name: str) -> Rule[Document]:
    """Append a word to the header or the footer, or make one with it."""

    def edits(document: Document) -> Iterator[Edit]:
        for place, section in _sections(document):
            yield Edit(f"{name} of {place}", partial(_append_word, section, name))

    return edits


def _colour_pages(document: Document) -> Iterator[Edit]:
    if document.element.find(qn("w:background")) is None:
        yield Edit("the pages", partial(_colour_background, document))


def _sections(document: Document) -> Iterator[tuple[str, Section]]:
    for number, section in enumerate(document.sections, 1):
        yield f"section {number}", section


def _turn(section: Section) -> None:
    turned = section.orientation == WD_ORIENTATION.LANDSCAPE
    section.orientation = WD_ORIENTATION.PORTRAIT if turned else WD_ORIENTATION.LANDSCAPE
    section.page_width, section.page_height = section.page_height, section.page_width


def _add_column(section: Section) -> None:
    properties = section._sectPr
    columns = properties.find(qn("w:cols"))
    if columns is None:
        columns = OxmlElement("w:cols")
        properties.insert_element_before(columns, *_AFTER_COLUMNS)
    columns.set(qn("w:num"), str(int(columns.get(qn("w:num"), "1")) + 1))
    columns.set(qn("w:space"), "708")


def _append_word(section: Section, name: str) -> None:
    story = getattr(section, name)
    story.is_linked_to_previous = False
    (story.paragraphs or [story.add_paragraph()])[0].add_run(" Draft")


def _colour_background(document: Document) -> None:
    background: Any = OxmlElement("w:background", attrs={qn("w:color"): "C2F18B"})
    document.element.insert(0, background)
    settings = document.settings.element
    index = next((number for number, each in enumerate(settings) if each.tag not in _BEFORE_BACKGROUND), 0)
    settings.insert(index, OxmlElement("w:displayBackgroundShape"))


_BEFORE_BACKGROUND = [
    qn(f"w:{name}") for name in ("writeProtection", "view", "zoom", "removePersonalInformation")
]
RULES: dict[str, Rule[Document]] = {
    "left margin changed": _widen("left_margin"),
    "top margin changed": _widen("top_margin"),
    "page orientation changed": _turn_pages,
    "columns changed": _set_columns,
    "header changed": _change_stories("header"),
    "footer changed": _change_stories("footer"),
    "page colour added": _colour_pages,
}
