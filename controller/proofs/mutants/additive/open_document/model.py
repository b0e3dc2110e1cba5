"""A document of OpenDocument's form, opened to be edited as XML."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from controller.proofs.mutants.additive.edits import shorten
from controller.proofs.mutants.additive.package import Element, Package, insert_child, parse

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = {
    "office": f"{_OASIS}office:1.0",
    "style": f"{_OASIS}style:1.0",
    "text": f"{_OASIS}text:1.0",
    "table": f"{_OASIS}table:1.0",
    "draw": f"{_OASIS}drawing:1.0",
    "presentation": f"{_OASIS}presentation:1.0",
    "svg": f"{_OASIS}svg-compatible:1.0",
    "fo": f"{_OASIS}xsl-fo-compatible:1.0",
    "smil": f"{_OASIS}smil-compatible:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
    "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
}
_DECLARED = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in NAMESPACES.items())
FAMILIES = {
    "text": "text:style-name",
    "paragraph": "text:style-name",
    "presentation": "presentation:style-name",
    "graphic": "draw:style-name",
    "drawing-page": "draw:style-name",
    "table": "table:style-name",
    "table-column": "table:style-name",
    "table-row": "table:style-name",
    "table-cell": "table:style-name",
}
"""The attributes that name a style, by its family."""
_PROPERTIES = (
    *("drawing-page-properties", "graphic-properties", "table-properties", "table-column-properties"),
    *("table-row-properties", "table-cell-properties", "header-footer-properties", "paragraph-properties"),
    "text-properties",
)
"""The children of styles in the order of the schema."""


def tag(name: str) -> str:
    """Return the name of an element or an attribute, given with its usual prefix, as lxml has it."""
    prefix, _, rest = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{rest}"


def fragment(xml: str) -> Element:
    """Parse an element with the usual prefixes."""
    start = re.match(r"<[\w:-]+", xml)
    assert start
    return parse(f"{start[0]} {_DECLARED}{xml[start.end() :]}")


def slide_of(element: Element) -> str:
    """Return the beginning of a place: the slide that an element is on, if it is on one."""
    page = next(element.iterancestors(tag("draw:page")), None)
    if page is None:
        return ""
    return f"slide {list(page.getparent().iterchildren(page.tag)).index(page) + 1}, "


class OpenDocument:
    """A document; what is formatted gets a copy of its style."""

    def __init__(self, data: bytes) -> None:
        self.package = Package(data)
        self.content = self.package.root("content.xml")
        self.styles = self.package.root("styles.xml")
        (self.body,) = self.content.find(tag("office:body"))

    def pages(self) -> Iterator[tuple[str, Element]]:
        """Yield the layouts of pages."""
        for layout in self.styles.iter(tag("style:page-layout")):
            for properties in layout.iterchildren(tag("style:page-layout-properties")):
                yield f"page layout {layout.get(tag('style:name'))}", properties

    def masters(self) -> Iterator[tuple[str, Element]]:
        """Yield the pages that others are based on."""
        for master in self.styles.iter(tag("style:master-page")):
            yield f"master page {master.get(tag('style:name'))}", master

    def texts(self) -> Iterator[tuple[str, Element]]:
        """Yield the paragraphs, headings and spans that begin with visible text of their own."""
        for place, paragraph in self._numbered_paragraphs():
            for element in paragraph.iter(*map(tag, ("text:p", "text:h", "text:span", "text:a"))):
                if (element.text or "").strip():
                    yield f"{place}, text {shorten(element.text)}", element

    def paragraphs(self) -> Iterator[tuple[str, Element]]:
        """Yield the paragraphs and headings with text."""
        for place, paragraph in self._numbered_paragraphs():
            yield f"{place} {shorten(''.join(paragraph.itertext()))}", paragraph

    def value_of(self, element: Element, name: str) -> str | None:
        """Return the property of a text, such as "fo:font-weight", that a style of it or of what it is in sets."""
        for ancestor in (element, *element.iterancestors()):
            for family, attribute in FAMILIES.items():
                for style in self._chain(family, ancestor.get(tag(attribute))):
                    for properties in style:
                        if (value := properties.get(tag(name))) is not None:
                            return str(value)
        return None

    def restyle(
        self, element: Element, family: str, values: Mapping[str, str], properties: str | None = None
    ) -> None:
        """Give an element a copy of its style with properties set.

        Args:
            element: What has the style.
            family: The family of the style.
            values: The properties by their names, such as "fo:color".
            properties: The kind of the properties, if another than the family's own.
        """
        attribute = tag(FAMILIES[family])
        name = element.get(attribute)
        style = copy.deepcopy(self._styles.get((family, name)))
        if style is None or name not in [each.get(tag("style:name")) for each in self._automatic]:
            style = fragment(f'<style:style style:family="{family}"/>')
            if name:
                style.set(tag("style:parent-style-name"), name)
        self.set_properties(style, properties or family, values)
        style.set(tag("style:name"), f"added{len(self._automatic)}")
        self._automatic.append(style)
        element.set(attribute, style.get(tag("style:name")))

    def set_properties(self, style: Element, properties: str, values: Mapping[str, str]) -> None:
        """Set properties of a style itself."""
        kind = tag(f"style:{properties}-properties")
        child = style.find(kind)
        if child is None:
            child = style.makeelement(kind)
            insert_child(style, child, _PROPERTIES)
        for name, value in values.items():
            child.set(tag(name), value)

    def _numbered_paragraphs(self) -> Iterator[tuple[str, Element]]:
        for number, paragraph in enumerate(self.body.iter(tag("text:p"), tag("text:h")), 1):
            deleted = any(True for _ in paragraph.iterancestors(tag("text:tracked-changes")))
            if "".join(paragraph.itertext()).strip() and not deleted:
                yield f"{slide_of(paragraph)}paragraph {number}", paragraph

    @property
    def _automatic(self) -> Element:
        return self.content.find(tag("office:automatic-styles"))

    @cached_property
    def _styles(self) -> dict[tuple[str, str], Element]:
        """The styles of the document and of its content, by family and name."""
        roots = (self.styles.find(tag("office:styles")), self._automatic)
        styles = (style for root in roots for style in root.iterchildren(tag("style:style")))
        return {(style.get(tag("style:family")), style.get(tag("style:name"))): style for style in styles}

    def _chain(self, family: str, name: str | None) -> Iterator[Element]:
        while name is not None and (style := self._styles.get((family, name))) is not None:
            yield style
            name = style.get(tag("style:parent-style-name"))
