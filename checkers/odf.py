"""OpenDocument files: their XML and the styles in it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from checkers.archives import open_package, parse_xml, read

NAMESPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "number": "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
    "chart": "urn:oasis:names:tc:opendocument:xmlns:chart:1.0",
    "presentation": "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
}


def q(name: str) -> str:
    """The qualified name of "text:p" in ElementTree's notation."""
    prefix, local = name.split(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"


class OdfFile:
    """An OpenDocument file: its content, and properties of styles with what they inherit."""

    def __init__(self, data: bytes, name: str) -> None:
        """Raises Unusable when the file is damaged or hostile."""
        self.archive: zipfile.ZipFile = open_package(data, name)
        self.content = parse_xml(read(self.archive, "content.xml"), f"content.xml of {name}")
        self.styles = Element(q("office:document-styles"))
        if "styles.xml" in self.archive.namelist():
            self.styles = parse_xml(read(self.archive, "styles.xml"), f"styles.xml of {name}")
        self._styles: dict[tuple[str, str], Element] = {}
        self._defaults: dict[str, Element] = {}
        self.data_styles: dict[str, Element] = {}
        for root in (self.styles, self.content):
            self._collect(root)

    def body(self, kind: str) -> Element:
        """The element of the content, for example "spreadsheet"; an empty one when it is another kind."""
        body = self.content.find(f"office:body/office:{kind}", NAMESPACES)
        return Element(q(f"office:{kind}")) if body is None else body

    def style(self, family: str, name: str) -> Element | None:
        return self._styles.get((family, name))

    def property(self, family: str, name: str, group: str, attribute: str) -> str:
        """A property of a style, its own or inherited: ("paragraph", "P1", "text", "fo:font-size"); "" if none."""
        for element in style_chain(self._styles, self._defaults, family, name):
            properties = element.find(f"style:{group}-properties", NAMESPACES)
            value = properties.get(q(attribute)) if properties is not None else None
            if value is not None:
                return value
        return ""

    def _collect(self, root: Element) -> None:
        for element in root.iter():
            if element.tag == q("style:style"):
                key = (element.get(q("style:family"), ""), element.get(q("style:name"), ""))
                self._styles[key] = element
            elif element.tag == q("style:default-style"):
                self._defaults[element.get(q("style:family"), "")] = element
            elif element.tag.startswith(f"{{{NAMESPACES['number']}}}") and element.get(q("style:name")):
                self.data_styles[element.get(q("style:name"), "")] = element


def style_chain(
    styles: Mapping[tuple[str, str], Element], defaults: Mapping[str, Element], family: str, name: str
) -> Iterator[Element]:
    """Yield a style, those that it inherits from, and its family's default, nearest first."""
    visited: set[str] = set()
    while name and name not in visited:
        visited.add(name)
        element = styles.get((family, name))
        if element is None:
            break
        yield element
        name = element.get(q("style:parent-style-name"), "")
    if family in defaults:
        yield defaults[family]


def text_of(element: Element) -> str:
    """The text of a paragraph: spaces, tabs and line breaks resolved, notes and comments left out."""
    if element.tag in (q("text:note"), q("office:annotation"), q("text:tracked-changes")):
        return ""
    if element.tag == q("text:s"):
        return " " * min(int(element.get(q("text:c"), "1")), 1000)
    if element.tag == q("text:tab"):
        return "\t"
    if element.tag == q("text:line-break"):
        return "\n"
    parts = [element.text or ""]
    for child in element:
        parts += [text_of(child), child.tail or ""]
    return "".join(parts)


def lines_of(element: Element) -> str:
    """The paragraphs and headings in an element, one a line."""
    line_tags = (q("text:p"), q("text:h"))
    return "\n".join(text_of(item) for item in element.iter() if item.tag in line_tags)


def colour(text: str) -> int | None:
    """ "#rrggbb" as 0xRRGGBB; None for "transparent" and the like."""
    if len(text) == 7 and text.startswith("#"):
        try:
            return int(text[1:], 16)
        except ValueError:
            return None
    return None


def points(length: str) -> float | None:
    """A length such as "12pt", "0.5cm" or "1in", in points; None for what is no length."""
    for unit, factor in (("pt", 1.0), ("cm", 72 / 2.54), ("mm", 7.2 / 2.54), ("in", 72.0), ("px", 0.75)):
        if length.endswith(unit):
            try:
                return float(length.removesuffix(unit)) * factor
            except ValueError:
                return None
    return None
