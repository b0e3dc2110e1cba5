"""Edits of the formats of characters and paragraphs, in any document of OpenDocument's form with paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.open_document.model import OpenDocument, fragment
from controller.proofs.mutants.additive.package import Element

COLOUR = "#c2185b"
BOLD = {"fo:font-weight": "bold", "style:font-weight-asian": "bold", "style:font-weight-complex": "bold"}
ITALIC = {"fo:font-style": "italic", "style:font-style-asian": "italic", "style:font-style-complex": "italic"}
UNDERLINE = {"style:text-underline-style": "solid", "style:text-underline-width": "auto"}
SIZE = {"fo:font-size": "27pt", "style:font-size-asian": "27pt", "style:font-size-complex": "27pt"}


def _format_texts(values: Mapping[str, str]) -> Rule[OpenDocument]:
    """Format texts that have not the first of the values yet."""
    name, value = next(iter(values.items()))

    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, element in document.texts():
            if document.value_of(element, name) != value:
                yield Edit(place, partial(_format_text, document, element, values))

    return edits


def _format_paragraphs(values: Mapping[str, str]) -> Rule[OpenDocument]:
    def edits(document: OpenDocument) -> Iterator[Edit]:
        for place, paragraph in document.paragraphs():
            yield Edit(place, partial(document.restyle, paragraph, "paragraph", values))

    return edits


def _align(document: OpenDocument) -> Iterator[Edit]:
    """Centre paragraphs; those that are centred go to the right."""
    for place, paragraph in document.paragraphs():
        centred = document.value_of(paragraph, "fo:text-align") == "center"
        alignment = {"fo:text-align": "end" if centred else "center"}
        yield Edit(place, partial(document.restyle, paragraph, "paragraph", alignment))


def _add_words(document: OpenDocument) -> Iterator[Edit]:
    for place, paragraph in document.paragraphs():
        added = fragment("<text:span>\u2003Added.</text:span>")
        yield Edit(place, partial(paragraph.append, added))


def _format_text(document: OpenDocument, element: Element, values: Mapping[str, str]) -> None:
    """Format the text that an element begins with, whatever the elements around it have."""
    span = fragment("<text:span/>")
    span.text, element.text = element.text, None
    element.insert(0, span)
    document.restyle(span, "text", values)


CHARACTER_RULES: dict[str, Rule[OpenDocument]] = {
    "bold added": _format_texts(BOLD),
    "italic added": _format_texts(ITALIC),
    "underline added": _format_texts(UNDERLINE),
    "colour added": _format_texts({"fo:color": COLOUR}),
    "size changed": _format_texts(SIZE),
    "highlight added": _format_texts({"fo:background-color": "#ff00ff"}),
}
RULES: dict[str, Rule[OpenDocument]] = {
    **CHARACTER_RULES,
    "words added": _add_words,
    "alignment changed": _align,
    "space below changed": _format_paragraphs({"fo:margin-bottom": "1.1cm"}),
    "line spacing changed": _format_paragraphs({"fo:line-height": "270%"}),
    "indent changed": _format_paragraphs({"fo:margin-left": "2.7cm"}),
}
