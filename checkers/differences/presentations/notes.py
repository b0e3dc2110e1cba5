"""Notes and comments of slides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml

from checkers.differences.presentations.deck import Deck
from checkers.differences.presentations.pages import Page, Pages
from checkers.differences.presentations.placeholders import find_placeholder
from checkers.differences.presentations.text import TextStyles, read_paragraphs
from checkers.differences.presentations.xml import NAMESPACES, find, find_all, get
from checkers.differences.tree import Span, TreeNode

_KEPT = {"bold", "italic", "underline", "strike", "position", "colour", "link"}
"""The formats of notes that LibreOffice keeps: it gives them a font, a size and margins of its own."""


def read_notes(page: Page, deck: Deck, pages: Pages) -> Iterator[TreeNode]:
    """Yield the notes of a slide, if there are any."""
    for relation in page.part.rels.values():
        if relation.reltype == RELATIONSHIP_TYPE.NOTES_SLIDE:
            notes = pages.open(relation.target_part)
            styles = TextStyles(notes, deck.read_link, (find(notes.chain[-1].element, "p:notesStyle"),))
            paragraphs = tuple(_simplify(node) for node in read_paragraphs(_find_body(notes), styles))
            if paragraphs:
                yield TreeNode("notes", "page", children=paragraphs)


def _find_body(notes: Page) -> Any:
    for shape in find(notes.element, "p:cSld/p:spTree").iter("{*}sp"):
        if get(find_placeholder(shape), "type") == "body":
            return find(shape, "p:txBody")
    return None


def _simplify(paragraph: TreeNode) -> TreeNode:
    spans = (
        Span(span.text, {name: value for name, value in span.format.items() if name in _KEPT})
        for span in paragraph.spans
    )
    return TreeNode("paragraph", spans=tuple(spans))


def read_comments(page: Page) -> Iterator[TreeNode]:
    """Yield the comments on a slide; LibreOffice does not keep where they are."""
    for relation in page.part.rels.values():
        if relation.reltype == RELATIONSHIP_TYPE.COMMENTS:
            for comment in find_all(parse_xml(relation.target_part.blob), "p:cm"):
                text = comment.findtext("p:text", "", NAMESPACES)
                yield TreeNode("comment", spans=(Span(text),))
