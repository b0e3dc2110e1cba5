"""Presentations in odp files."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from checkers.archives import parsing
from checkers.document_model import Paragraph
from checkers.evidence import Unusable
from checkers.odf import NAMESPACES, OdfFile, colour, lines_of, points, q
from checkers.odt import paragraphs_in
from checkers.slide_model import Box, BoxKind, Presentation, Slide

_CM = 2.54 / 72


def parse_odp(data: bytes, name: str) -> Presentation:
    """Raises Unusable when the file is damaged or hostile."""
    file = OdfFile(data, name)
    with parsing(name):
        pages = file.body("presentation").findall("draw:page", NAMESPACES)
        if not pages:
            raise Unusable(f"{name} is a presentation", "no slides")
        width, height = _page_size(file, pages[0].get(q("draw:master-page-name"), ""))
        return Presentation(tuple(_slide(file, page) for page in pages), width, height)


def _page_size(file: OdfFile, master: str) -> tuple[float, float]:
    layouts = {item.get(q("style:name")): item for item in file.styles.iter(q("style:page-layout"))}
    for page in file.styles.iter(q("style:master-page")):
        layout = layouts.get(page.get(q("style:page-layout-name")))
        if page.get(q("style:name")) == master and layout is not None:
            properties = layout.find("style:page-layout-properties", NAMESPACES)
            if properties is not None:
                return _cm(properties, "fo:page-width"), _cm(properties, "fo:page-height")
    return 0.0, 0.0


def _slide(file: OdfFile, page: Element) -> Slide:
    style = page.get(q("draw:style-name"), "")
    fill = file.property("drawing-page", style, "drawing-page", "draw:fill")
    notes = page.find("presentation:notes", NAMESPACES)
    return Slide(
        boxes=tuple(_box(file, shape) for shape in page if shape.tag.startswith(f"{{{NAMESPACES['draw']}}}")),
        notes=_notes(notes) if notes is not None else "",
        background=colour(file.property("drawing-page", style, "drawing-page", "draw:fill-color"))
        if fill == "solid"
        else None,
        background_picture=fill == "bitmap",
        hidden=file.property("drawing-page", style, "drawing-page", "presentation:visibility") == "hidden",
    )


def _notes(notes: Element) -> str:
    frames = notes.iterfind("draw:frame", NAMESPACES)
    return "\n".join(lines_of(item) for item in frames if item.get(q("presentation:class")) == "notes")


def _box(file: OdfFile, shape: Element) -> Box:
    text = shape.find("draw:text-box", NAMESPACES)
    placeholder = shape.get(q("presentation:placeholder")) == "true"
    style = shape.get(q("presentation:style-name"), "") or shape.get(q("draw:style-name"), "")
    family = "presentation" if shape.get(q("presentation:style-name")) else "graphic"
    paragraphs: tuple[Paragraph, ...] = ()
    if not placeholder:
        paragraphs = paragraphs_in(file, text if text is not None else shape)
    return Box(
        kind=_kind(shape),
        paragraphs=paragraphs,
        x=_cm(shape, "svg:x"),
        y=_cm(shape, "svg:y"),
        width=_cm(shape, "svg:width"),
        height=_cm(shape, "svg:height"),
        fill=colour(file.property(family, style, "graphic", "draw:fill-color"))
        if file.property(family, style, "graphic", "draw:fill") == "solid"
        else None,
    )


def _kind(shape: Element) -> BoxKind:
    if shape.get(q("presentation:class")) == "title":
        return "title"
    for tag, kind in _INNER.items():
        if shape.find(tag, NAMESPACES) is not None:
            return kind
    return "text" if lines_of(shape) else "other"


_INNER: dict[str, BoxKind] = {
    "table:table": "table",
    "draw:object": "chart",
    "draw:plugin": "media",
    "draw:image": "picture",
    "draw:text-box": "text",
}


def _cm(shape: Element, attribute: str) -> float:
    return (points(shape.get(q(attribute), "")) or 0.0) * _CM
