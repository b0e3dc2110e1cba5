"""Text documents in odt files."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.archives import parsing
from checkers.document_model import Alignment, Document, Paragraph, TextRun
from checkers.odf import NAMESPACES, OdfFile, colour, lines_of, points, q, text_of

_ALIGNMENTS: dict[str, Alignment] = {
    "center": "center",
    "end": "right",
    "right": "right",
    "justify": "justify",
}
_BLOCKS = (q("text:p"), q("text:h"))
_SKIPPED = (q("text:note"), q("office:annotation"), q("draw:frame"))
_CONTAINERS = (q("text:list"), q("text:list-item"), q("text:section"), q("text:list-header"))


def parse_odt(data: bytes, name: str) -> Document:
    """Raises Unusable when the file is damaged or hostile."""
    file = OdfFile(data, name)
    with parsing(name):
        body = file.body("text")
        return Document(
            paragraphs=paragraphs_in(file, body),
            tables=tuple(_table(table) for table in body.iter(q("table:table"))),
            headers=_page_parts(file, "style:header"),
            footers=_page_parts(file, "style:footer"),
        )


def paragraphs_in(file: OdfFile, element: Element) -> tuple[Paragraph, ...]:
    """The paragraphs of an element, those in lists too, those in tables not."""
    return tuple(_paragraph(file, item) for item in _blocks(element))


def _blocks(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag in _BLOCKS:
            yield child
        elif child.tag in _CONTAINERS:
            yield from _blocks(child)


def _paragraph(file: OdfFile, element: Element) -> Paragraph:
    style = element.get(q("text:style-name"), "")
    spacing = file.property("paragraph", style, "paragraph", "fo:line-height")
    fixed = file.property("paragraph", style, "paragraph", "style:line-height-at-least")
    line_spacing = 1.0
    if spacing.endswith("%"):
        line_spacing = float(spacing[:-1]) / 100
    aligned = file.property("paragraph", style, "paragraph", "fo:text-align")
    return Paragraph(
        runs=tuple(_runs(file, element, style, "")),
        style=_style_name(file, style),
        alignment=_ALIGNMENTS.get(aligned, "left"),
        line_spacing=None if fixed or points(spacing) else line_spacing,
    )


def _style_name(file: OdfFile, name: str) -> str:
    """The displayed name: an automatic style's parent, underscores decoded."""
    element = file.style("paragraph", name)
    if element is not None and element.get(q("style:display-name")):
        return element.get(q("style:display-name"), "")
    if element is not None and element.get(q("style:parent-style-name")) and name.startswith("P"):
        return _style_name(file, element.get(q("style:parent-style-name"), ""))
    return name.replace("_20_", " ")


def _runs(file: OdfFile, element: Element, paragraph: str, span: str) -> Iterator[TextRun]:
    if element.text:
        yield _run(file, element.text, paragraph, span)
    for child in element:
        if child.tag == q("text:span"):
            yield from _runs(file, child, paragraph, child.get(q("text:style-name"), span))
        elif child.tag == q("text:a"):
            yield from _runs(file, child, paragraph, span)
        elif child.tag not in _SKIPPED and (text := text_of(child)):
            yield _run(file, text, paragraph, span)
        if child.tail:
            yield _run(file, child.tail, paragraph, span)


def _run(file: OdfFile, text: str, paragraph: str, span: str) -> TextRun:
    def look(attribute: str) -> str:
        return file.property("text", span, "text", attribute) or file.property(
            "paragraph", paragraph, "text", attribute
        )

    return TextRun(
        text=text,
        font=look("style:font-name") or look("fo:font-family").strip("'"),
        size=points(look("fo:font-size")),
        bold=look("fo:font-weight") == "bold",
        italic=look("fo:font-style") == "italic",
        underline=look("style:text-underline-style") not in ("", "none"),
        strike=look("style:text-line-through-style") not in ("", "none"),
        colour=colour(look("fo:color")),
    )


def _table(table: Element) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(lines_of(cell) for cell in row.iterfind("table:table-cell", NAMESPACES))
        for row in table.iter(q("table:table-row"))
    )


def _page_parts(file: OdfFile, tag: str) -> tuple[str, ...]:
    return tuple(lines_of(part) for part in file.styles.iter(q(tag)))
