"""Paragraphs of OpenDocument files: their text, with the formats of its characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from checkers.differences.open_documents.styles import Properties, Styles
from checkers.differences.tree import Span, TreeNode, Value
from checkers.odf import q

PARAGRAPHS = (q("text:p"), q("text:h"))
_SPACES = 1000
"""No run of spaces is read longer."""
_MARKS = (q("text:soft-page-break"), q("text:bookmark-start"), q("text:bookmark-end"))

ReadChild = Callable[[Element], TreeNode | None]


class Paragraph:
    """A paragraph that is read: its spans, and the objects anchored in it."""

    def __init__(self, element: Element, styles: Styles, read_child: ReadChild) -> None:
        """`read_child` reads what is no text: a frame, a note, a comment."""
        self._styles, self._read_child = styles, read_child
        self.attributes: dict[str, Value] = {}
        self.spans: list[Span] = []
        self.children: list[TreeNode] = []
        name = element.get(q("text:style-name"), "")
        characters: dict[str, Value] = {}
        for key, value in styles.properties("paragraph", name).items():
            (characters if key.startswith("text ") else self.attributes)[key] = value
        if (level := element.get(q("text:outline-level"))) is not None:
            self.attributes["outline level"] = level
        for text, form in self._pieces(element, characters):
            self.spans.append(Span(text, form))

    def node(self, kind: str) -> TreeNode:
        """Return the paragraph as a node."""
        return TreeNode(kind, "", self.attributes, tuple(self.spans), tuple(self.children))

    def _pieces(self, element: Element, form: Properties) -> Iterator[tuple[str, Properties]]:
        if element.text:
            yield element.text, form
        for child in element:
            yield from self._piece(child, form)
            if child.tail:
                yield child.tail, form

    def _piece(self, child: Element, form: Properties) -> Iterator[tuple[str, Properties]]:
        if child.tag == q("text:s"):
            yield " " * min(int(child.get(q("text:c"), "1")), _SPACES), form
        elif child.tag == q("text:tab"):
            yield "\t", form
        elif child.tag == q("text:line-break"):
            yield "\n", form
        elif child.tag == q("text:span"):
            own = self._styles.properties("text", child.get(q("text:style-name"), ""))
            yield from self._pieces(child, {**form, **own})
        elif child.tag == q("text:a"):
            yield from self._pieces(child, {**form, "link": child.get(q("xlink:href"), "")})
        elif child.tag not in _MARKS:
            node = self._read_child(child)
            if node is not None:
                self.children.append(node)
            elif child.text:
                yield child.text, form
