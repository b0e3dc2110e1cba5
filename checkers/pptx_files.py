"""Presentations in pptx files."""

from __future__ import annotations

from typing import Any

import pptx
from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER
from pptx.oxml.ns import qn
from pptx.util import Emu

from checkers.archives import parsing, repacked
from checkers.document_model import Alignment, Paragraph, TextRun
from checkers.slide_model import Box, BoxKind, Presentation, Slide

_ALIGNMENTS: dict[str, Alignment] = {"ctr": "center", "r": "right", "just": "justify", "dist": "justify"}
_TITLES = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE)
_KINDS: dict[Any, BoxKind] = {
    MSO_SHAPE_TYPE.PICTURE: "picture",
    MSO_SHAPE_TYPE.LINKED_PICTURE: "picture",
    MSO_SHAPE_TYPE.TABLE: "table",
    MSO_SHAPE_TYPE.CHART: "chart",
    MSO_SHAPE_TYPE.MEDIA: "media",
}


def parse_pptx(data: bytes, name: str) -> Presentation:
    """A presentation; formats are those set on runs and paragraphs themselves, not what the layout gives them.

    Raises Unusable when the file is damaged or hostile.
    """
    package = repacked(data, name)
    with parsing(name):
        presentation = pptx.Presentation(package)
        return Presentation(
            slides=tuple(_slide(slide) for slide in presentation.slides),
            width=Emu(presentation.slide_width or 0).cm,
            height=Emu(presentation.slide_height or 0).cm,
        )


def _slide(slide: Any) -> Slide:
    notes = ""
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text
    background = slide.element.find(f"{qn('p:cSld')}/{qn('p:bg')}/{qn('p:bgPr')}")
    return Slide(
        boxes=tuple(_box(shape) for shape in _flat(slide.shapes)),
        notes=notes,
        background=_solid(background),
        background_picture=background is not None and background.find(qn("a:blipFill")) is not None,
        hidden=slide.element.get("show") in ("0", "false"),
    )


def _flat(shapes: Any) -> list[Any]:
    flat = []
    for shape in shapes:
        flat += _flat(shape.shapes) if shape.shape_type == MSO_SHAPE_TYPE.GROUP else [shape]
    return flat


def _box(shape: Any) -> Box:
    kind: BoxKind = "text" if shape.has_text_frame else "other"
    if shape.is_placeholder and shape.placeholder_format.type in _TITLES:
        kind = "title"
    if shape.shape_type in _KINDS:
        kind = _KINDS[shape.shape_type]
    elif getattr(shape, "has_table", False):
        kind = "table"
    elif getattr(shape, "has_chart", False):
        kind = "chart"
    return Box(
        kind=kind,
        paragraphs=tuple(_paragraph(item) for item in shape.text_frame.paragraphs)
        if shape.has_text_frame
        else (),
        x=Emu(shape.left or 0).cm,
        y=Emu(shape.top or 0).cm,
        width=Emu(shape.width or 0).cm,
        height=Emu(shape.height or 0).cm,
        fill=_solid(shape._element.find(qn("p:spPr"))),
    )


def _paragraph(paragraph: Any) -> Paragraph:
    properties = paragraph._p.find(qn("a:pPr"))
    aligned = properties.get("algn", "") if properties is not None else ""
    return Paragraph(
        runs=tuple(_run(run) for run in paragraph.runs), alignment=_ALIGNMENTS.get(aligned, "left")
    )


def _run(run: Any) -> TextRun:
    properties = run._r.find(qn("a:rPr"))
    attributes = properties.attrib if properties is not None else {}
    latin = properties.find(qn("a:latin")) if properties is not None else None
    return TextRun(
        text=run.text,
        font=latin.get("typeface", "") if latin is not None else "",
        size=float(attributes["sz"]) / 100 if "sz" in attributes else None,
        bold=attributes.get("b") in ("1", "true"),
        italic=attributes.get("i") in ("1", "true"),
        underline=attributes.get("u", "none") != "none",
        strike=attributes.get("strike", "noStrike") != "noStrike",
        colour=_solid(properties),
    )


def _solid(properties: Any) -> int | None:
    colour = properties.find(f"{qn('a:solidFill')}/{qn('a:srgbClr')}") if properties is not None else None
    return int(colour.get("val"), 16) if colour is not None else None
