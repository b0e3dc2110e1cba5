"""Edits of the formats and styles of paragraphs, and of the styles themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml.ns import qn
from docx.shared import Cm, Pt
from docx.text.paragraph import Paragraph

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.text_document.characters import COLOUR
from controller.proofs.mutants.additive.text_document.places import (
    Document,
    body_paragraphs,
    effective_alignment,
    filled_paragraphs,
)


def _align(document: Document) -> Iterator[Edit]:
    """Centre paragraphs; those that are centred go to the right."""
    for place, paragraph in filled_paragraphs(document):
        centred = effective_alignment(paragraph) == WD_ALIGN_PARAGRAPH.CENTER
        alignment = WD_ALIGN_PARAGRAPH.RIGHT if centred else WD_ALIGN_PARAGRAPH.CENTER
        yield Edit(place, partial(setattr, paragraph.paragraph_format, "alignment", alignment))


def _set_value(name: str, value: Any) -> Rule[Document]:
    """Set a property to a value that documents do not have by chance."""

    def edits(document: Document) -> Iterator[Edit]:
        for place, paragraph in filled_paragraphs(document):
            yield Edit(place, partial(setattr, paragraph.paragraph_format, name, value))

    return edits


def _break_pages(document: Document) -> Iterator[Edit]:
    for place, paragraph in list(body_paragraphs(document))[1:]:
        if not paragraph.paragraph_format.page_break_before:
            yield Edit(place, partial(setattr, paragraph.paragraph_format, "page_break_before", True))


def _lose_headings(document: Document) -> Iterator[Edit]:
    default = document.styles.default(WD_STYLE_TYPE.PARAGRAPH)
    for place, paragraph in filled_paragraphs(document):
        if _is_heading(paragraph.style):
            yield Edit(place, partial(setattr, paragraph, "style", default))


def _make_headings(document: Document) -> Iterator[Edit]:
    """Make paragraphs headings of a style that the document has."""
    headings = [style for style in document.styles if _is_heading(style)]
    for place, paragraph in filled_paragraphs(document):
        if headings and not _is_heading(paragraph.style):
            yield Edit(place, partial(setattr, paragraph, "style", headings[0]))


def _lose_list_items(document: Document) -> Iterator[Edit]:
    """Take bullets and numbers away that paragraphs have by their own format or by their style."""
    default = document.styles.default(WD_STYLE_TYPE.PARAGRAPH)
    for place, paragraph in filled_paragraphs(document):
        own = paragraph._p.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
        if own is not None:
            yield Edit(place, partial(own.getparent().remove, own))
        elif paragraph.style is not None and str(paragraph.style.name).startswith("List"):
            yield Edit(place, partial(setattr, paragraph, "style", default))


def _resize_styles(document: Document) -> Iterator[Edit]:
    for style in _styles_of(filled_paragraphs(document)):
        yield Edit(f"style {style.name}", partial(setattr, style.font, "size", Pt(27)))


def _colour_styles(document: Document) -> Iterator[Edit]:
    for style in _styles_of(filled_paragraphs(document)):
        yield Edit(f"style {style.name}", partial(setattr, style.font.color, "rgb", COLOUR))


def _space_styles(document: Document) -> Iterator[Edit]:
    """Change the space below in styles of paragraphs that do not set their own."""
    found = filled_paragraphs(document)
    inherited = ((place, each) for place, each in found if each.paragraph_format.space_after is None)
    for style in _styles_of(inherited):
        yield Edit(f"style {style.name}", partial(setattr, style.paragraph_format, "space_after", Pt(31)))


def _styles_of(paragraphs: Iterable[tuple[str, Paragraph]]) -> list[Any]:
    styles = [paragraph.style for _place, paragraph in paragraphs]
    return list({style.style_id: style for style in styles if style is not None}.values())


def _is_heading(style: Any) -> bool:
    of_paragraphs = style is not None and style.type == WD_STYLE_TYPE.PARAGRAPH
    return of_paragraphs and str(style.name).startswith(("Heading", "Title"))


RULES: dict[str, Rule[Document]] = {
    "alignment changed": _align,
    "space above changed": _set_value("space_before", Pt(31)),
    "space below changed": _set_value("space_after", Pt(31)),
    "line spacing changed": _set_value("line_spacing", 2.7),
    "indent changed": _set_value("left_indent", Cm(2.7)),
    "first line indented": _set_value("first_line_indent", Cm(2.3)),
    "page break added": _break_pages,
    "heading lost": _lose_headings,
    "heading added": _make_headings,
    "list item lost": _lose_list_items,
    "size of style changed": _resize_styles,
    "colour of style changed": _colour_styles,
    "spacing of style changed": _space_styles,
}
