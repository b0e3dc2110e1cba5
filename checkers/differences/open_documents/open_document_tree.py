"""OpenDocument files as trees: texts, workbooks and presentations in the XML that LibreOffice writes.

A part is a node of its element's name; names of styles are replaced by what these say.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from checkers.archives import open_package, parse_xml, parsing, read
from checkers.differences.open_documents.styles import Styles
from checkers.differences.open_documents.tables import Table
from checkers.differences.open_documents.texts import PARAGRAPHS, Paragraph
from checkers.differences.open_documents.xml_names import local, value_of
from checkers.differences.text_tree import encodable
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import Unusable
from checkers.odf import NAMESPACES, q

_KINDS = {"p": "paragraph", "h": "heading", "page": "slide", "annotation": "comment", "list-item": "item"}
_FAMILIES = {"page": "drawing-page", "section": "section", "table": "table", "sheet": "table"}
"""Families of styles by the elements that use them; others are the graphics'."""
_NOISE = (
    *("id", "style-name", "text-style-name", "class-names", "list-style-name", "continue-numbering"),
    *("end-cell-address", "end-x", "end-y", "table-background", "text-rotate-angle", "continue-list"),
)
_LEFT_OUT = (
    *("sequence-decls", "tracked-changes", "forms", "calculation-settings", "soft-page-break", "scripts"),
    *("table-column", "table-row", "table-header-rows", "table-rows", "table-columns", "table-row-group"),
    *("table-column-group", "table-header-columns", "shapes-settings", "settings", "variable-decls"),
)
"""Elements that are read in another way, or that LibreOffice writes for itself."""
_MOST_DEEP = 60


def read_open_document_tree(data: bytes, name: str) -> TreeNode:
    """Read an odt, ods or odp file. Raises Unusable."""
    with open_package(data, name) as package, parsing(name):
        return _Reader(package, name).tree()


class _Reader:
    def __init__(self, package: zipfile.ZipFile, name: str) -> None:
        self._package = package
        self._content = parse_xml(read(package, "content.xml"), name)
        self._stored = parse_xml(read(package, "styles.xml"), name)
        self._styles = Styles(self._stored, self._content)
        self._is_workbook = False
        self._masters = Styles(self._stored)
        """Automatic styles of styles.xml have the names of other ones in content.xml.

        Lists in master pages look as the styles of their paragraphs say.
        """

    def tree(self) -> TreeNode:
        body = self._content.find("office:body/*", NAMESPACES)
        if body is None:
            raise Unusable("the document has a body", "none")
        self._is_workbook = local(body.tag) == "spreadsheet"
        children = [*self._children(body, 0), *self._named_styles()]
        self._styles = self._masters
        children += self._master_pages()
        return TreeNode("document", children=tuple(children))

    def _children(self, element: Element, depth: int) -> Iterator[TreeNode]:
        if depth > _MOST_DEEP:
            raise Unusable("the document is nested at most so deeply", _MOST_DEEP)
        for child in element:
            if child.tag == q("text:list"):
                yield from self._lines(child, depth + 1, 1, child.get(q("text:style-name"), ""))
            elif (node := self._node(child, depth + 1)) is not None:
                yield node

    def _lines(self, element: Element, depth: int, level: int, style: str) -> Iterator[TreeNode]:
        """Yield the paragraphs of a list and of those in it, each with its level: there are many ways to nest them."""
        for child in (child for item in element for child in item):
            if child.tag == q("text:list"):
                yield from self._lines(child, depth + 1, level + 1, style)
            elif (node := self._node(child, depth + 1)) is not None:
                look = {} if self._styles is self._masters else {"list": self._styles.describe(style)}
                yield replace(node, attributes={**node.attributes, **look, "list level": level})

    def _node(self, element: Element, depth: int) -> TreeNode | None:
        kind = local(element.tag)
        if kind in _LEFT_OUT:
            return None
        if element.tag in PARAGRAPHS:
            return Paragraph(element, self._styles, lambda child: self._node(child, depth + 1)).node(
                _KINDS[kind]
            )
        children = [*self._children(element, depth)]
        if kind == "table":
            kind = "sheet" if self._is_workbook else kind
            children += Table(element, self._styles, lambda child: self._node(child, depth + 1)).children
        name = next((value for key in ("name", "display-name") if (value := _named(element, key))), "")
        attributes = {**self._look(element, kind), **self._own(element)}
        text = (element.text or "").strip()
        if text:
            attributes["content"] = encodable(text)
        return TreeNode(_KINDS.get(kind, kind), encodable(name), attributes, children=tuple(children))

    def _look(self, element: Element, kind: str) -> dict[str, Value]:
        """What the styles of an element set."""
        for key, value in element.attrib.items():
            if local(key) == "style-name":
                family = _FAMILIES.get(kind, "presentation" if "presentation" in key else "graphic")
                return self._styles.properties(family, value)
        return {}

    def _own(self, element: Element) -> dict[str, Value]:
        found: dict[str, Value] = {
            local(key): value_of(encodable(value))
            for key, value in element.attrib.items()
            if local(key) not in _NOISE and local(key) not in ("name", "display-name")
        }
        if (path := element.get(q("xlink:href"))) and path.lstrip("./") in self._package.namelist():
            found["href"] = hashlib.sha256(read(self._package, path.lstrip("./"))).hexdigest()
        return found

    def _named_styles(self) -> Iterator[TreeNode]:
        for (family, name), element in self._styles.named.items():
            properties = {
                **self._styles.own_properties(element),
                "parent": element.get(q("style:parent-style-name")),
            }
            yield TreeNode("style", encodable(f"{family} {name}"), properties, optional=True)

    def _master_pages(self) -> Iterator[TreeNode]:
        pages = self._stored.find("office:master-styles", NAMESPACES)
        for page in pages if pages is not None else ():
            node = self._node(page, 0)
            if node is not None:
                layout = self._styles.other("page-layout", page.get(q("style:page-layout-name"), ""))
                look = {} if layout is None else self._styles.own_properties(layout)
                attributes = {**node.attributes, **look}
                attributes.pop("page-layout-name", None)
                yield TreeNode("master", node.name, attributes, children=node.children)


def _named(element: Element, key: str) -> str:
    return next((value for name, value in element.attrib.items() if local(name) == key), "")
