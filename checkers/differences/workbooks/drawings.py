"""The charts, images and shapes that lie on a sheet."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from checkers.differences.compare import SAME_CM
from checkers.differences.tree import Length, Span, TreeNode, Value
from checkers.differences.workbooks.charts import chart_node
from checkers.differences.workbooks.colours import Colours
from checkers.differences.workbooks.grid import Grid
from checkers.differences.workbooks.parts import (
    DRAWING,
    RELATIONSHIP_ID,
    Parts,
    Relationship,
    flag,
    local_name,
    number,
    present,
)
from checkers.workbook_model import cell_name

CM_PER_EMU = 1 / 360_000

_SHEET = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_EMBED = RELATIONSHIP_ID.replace("}id", "}embed")
_DEGREE = 60_000
_FONT_SIZE = 18
"""Size of a text that has none, in points."""


@dataclass(frozen=True)
class _Drawing:
    parts: Parts
    relationships: dict[str, Relationship]
    colours: Colours
    grid: Grid


def drawing_nodes(parts: Parts, part: str, grid: Grid, colours: Colours) -> Iterator[TreeNode]:
    """Yield what the drawing of a sheet holds, from the bottom to the top.

    Places are the cell of the upper left corner and the distance from that of the cell: they do not change with the
    sizes of the columns and rows before it.
    """
    drawing = _Drawing(parts, parts.relationships(part), colours, grid)
    for anchor in parts.xml(part):
        for element in anchor:
            if node := _object(element, _place(anchor, grid), drawing):
                yield node


def image_hash(content: bytes) -> str:
    """Return what tells an image from others."""
    return hashlib.sha256(content).hexdigest()[:16]


def _place(anchor: Element, grid: Grid) -> dict[str, Value]:
    start, end = anchor.find(f"{_SHEET}from"), anchor.find(f"{_SHEET}to")
    if start is None:
        position, size = anchor.find(f"{_SHEET}pos"), anchor.find(f"{_SHEET}ext")
        return {"x": _emu(position, "x"), "y": _emu(position, "y")} | _size(size)
    column, row, x, y = _corner(start, grid)
    place: dict[str, Value] = {
        "cell": cell_name(row, column),
        "distance from left": _length(x),
        "distance from top": _length(y),
    }
    if end is None:
        return place | _size(anchor.find(f"{_SHEET}ext"))
    last_column, last_row, last_x, last_y = _corner(end, grid)
    return place | {
        "width": Length(grid.width(column, last_column) - x + last_x),
        "height": Length(grid.height(row, last_row) - y + last_y),
    }


def _corner(marker: Element, grid: Grid) -> tuple[int, int, float, float]:
    """Return column and row, from 1, and the distances in cm; a corner at a cell's end is at the next one's start."""
    column, row = (int(marker.findtext(f"{_SHEET}{name}", "0")) + 1 for name in ("col", "row"))
    x, y = (float(marker.findtext(f"{_SHEET}{name}", "0")) * CM_PER_EMU for name in ("colOff", "rowOff"))
    if x and x >= grid.width(column, column + 1) - SAME_CM:
        column, x = column + 1, 0.0
    if y and y >= grid.height(row, row + 1) - SAME_CM:
        row, y = row + 1, 0.0
    return column, row, x, y


def _size(element: Element | None) -> dict[str, Value]:
    return {"width": _emu(element, "cx"), "height": _emu(element, "cy")}


def _emu(element: Element | None, name: str) -> Length:
    return Length(number(element, name) * CM_PER_EMU)


def _length(cm: float) -> Length | None:
    return Length(cm) if cm > SAME_CM else None


def _object(element: Element, place: dict[str, Value], drawing: _Drawing) -> TreeNode | None:
    match local_name(element):
        case "AlternateContent":
            return _object(_alternative(element), place, drawing)
        case "graphicFrame":
            return _frame(element, place, drawing)
        case "pic":
            return _image(element, place, drawing)
        case "sp" | "cxnSp":
            return _shape(element, place, drawing.colours)
        case "grpSp":
            inner = [_object(each, {}, drawing) for each in element]
            return TreeNode("group", "", place, children=tuple(node for node in inner if node))
    return None


def _alternative(element: Element) -> Element:
    """Return what a program shows that knows none of the extensions, as LibreOffice does, or else the extension."""
    for name in ("Fallback", "Choice"):
        branch = element.find(f"{_COMPATIBILITY}{name}")
        if branch is not None and len(branch):
            return branch[0]
    return element[0] if len(element) and len(element[0]) else Element("nothing")


def _frame(element: Element, place: dict[str, Value], drawing: _Drawing) -> TreeNode:
    chart = next(element.iter(_CHART), None)
    related = drawing.relationships.get(chart.get(RELATIONSHIP_ID, "")) if chart is not None else None
    if related is None or related.external:
        return TreeNode("object", "", place)
    return chart_node(drawing.parts.xml(related.target), drawing.colours, place)


def _image(element: Element, place: dict[str, Value], drawing: _Drawing) -> TreeNode:
    blip = next(element.iter(f"{DRAWING}blip"), None)
    related = drawing.relationships.get(blip.get(_EMBED, "")) if blip is not None else None
    crop = next(element.iter(f"{DRAWING}srcRect"), None)
    content = image_hash(drawing.parts.content(related.target)) if related and not related.external else ""
    attributes = {**place, **_turned(element), "crop": _sides(crop) if crop is not None else None}
    return TreeNode("image", content, present(attributes))


def _sides(crop: Element) -> str:
    """Return what is cut off an image, in percent of each side."""
    return " ".join(
        f"{name}={round(number(crop, name) / 1000)}" for name in ("l", "t", "r", "b") if number(crop, name)
    )


def _turned(element: Element) -> dict[str, Value]:
    frame = next(element.iter(f"{DRAWING}xfrm"), None)
    return {
        "rotation": round(number(frame, "rot") / _DEGREE),
        "flipped horizontally": flag(frame, "flipH"),
        "flipped vertically": flag(frame, "flipV"),
    }


def _shape(element: Element, place: dict[str, Value], colours: Colours) -> TreeNode:
    properties, style = element.find(f"{_SHEET}spPr"), element.find(f"{_SHEET}style")
    geometry = next(element.iter(f"{DRAWING}prstGeom"), None)
    line = properties.find(f"{DRAWING}ln") if properties is not None else None
    attributes = {
        **place,
        **_turned(element),
        "geometry": geometry.get("prst") if geometry is not None else "custom",
        "fill": colours.fill(properties) or _styled(style, "fillRef", colours),
        "line": colours.fill(line) or _styled(style, "lnRef", colours),
    }
    return TreeNode("shape", "", present(attributes), tuple(_spans(element, colours)))


def _styled(style: Element | None, name: str, colours: Colours) -> str | None:
    """Return the colour that a style of the theme gives a shape."""
    reference = style.find(f"{DRAWING}{name}") if style is not None else None
    return colours.drawing_colour(reference) if number(reference, "idx") else None


def _spans(element: Element, colours: Colours) -> Iterator[Span]:
    for index, paragraph in enumerate(element.iter(f"{DRAWING}p")):
        if index:
            yield Span("\n")
        for run in paragraph:
            if local_name(run) in ("r", "fld"):
                yield Span(run.findtext(f"{DRAWING}t", ""), _run_format(run.find(f"{DRAWING}rPr"), colours))
            elif local_name(run) == "br":
                yield Span("\n")


def _run_format(properties: Element | None, colours: Colours) -> dict[str, Value]:
    underline, strike = (
        properties.get(name, "") if properties is not None else "" for name in ("u", "strike")
    )
    return present(
        {
            "size": number(properties, "sz", _FONT_SIZE * 100) / 100,
            "bold": flag(properties, "b"),
            "italic": flag(properties, "i"),
            "underline": underline not in ("", "none"),
            "strike": strike not in ("", "noStrike"),
            "colour": colours.fill(properties),
        }
    )
