"""Tables of docx documents: columns, rows and cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from checkers.differences.documents.borders import fill
from checkers.differences.documents.grid import (
    GridCell,
    column_widths,
    find_parts,
    lines_between,
    read_cells,
)
from checkers.differences.documents.properties import (
    Properties,
    W,
    is_on,
    number,
    read_properties,
    twips,
    value,
)
from checkers.differences.documents.story import Story
from checkers.differences.documents.table_styles import SIDES, TableStyle
from checkers.differences.documents.theme import Theme
from checkers.differences.tree import TreeNode, Value

_ALIGNMENTS = {"start": "left", "end": "right"}
_PER_PERCENT = 50
_SAME_TWIPS = 20
"""A cell that is as wide as its columns but for this has no width of its own."""


def read_table(table: Element, story: Story) -> TreeNode:
    """Read a table with what is in its cells; a merged cell stands where it begins.

    The style is not an attribute: what it sets is.
    """
    style = TableStyle(read_properties(table.find(f"{W}tblPr")), story.source.formats.styles)
    rows = list(find_parts(table, "tr"))
    grid = [number(column.get(f"{W}w")) for column in table.iterfind(f"{W}tblGrid/{W}gridCol")]
    cells = read_cells(rows, len(grid))
    is_fixed = value(style.properties, "tblLayout", "type") == "fixed"
    widths = column_widths(cells, grid, prefer_cells=is_fixed)
    theme = story.source.formats.theme
    lines = lines_between(cells, style, theme)
    children: list[list[TreeNode]] = [[] for _ in rows]
    for cell, borders in zip(cells, lines, strict=True):
        width = sum(widths[cell.place.left : cell.place.right])
        if not is_fixed or cell.width is None or abs(cell.width - width) < _SAME_TWIPS:
            cell = replace(cell, width=None)
        children[cell.place.top].append(_cell(cell, style, borders, story))
    return TreeNode(
        "table",
        attributes=_table_attributes(style, theme, is_inner=story.table is not None),
        children=(
            *(
                TreeNode("column", str(index), {"width": _shown_width(width, widths, style)})
                for index, width in enumerate(widths, 1)
            ),
            *(
                TreeNode("row", attributes=_row_attributes(row), children=tuple(own))
                for row, own in zip(rows, children, strict=True)
            ),
        ),
    )


def _shown_width(width: float, widths: list[float], style: TableStyle) -> Value:
    """Return the width of a column; its share if the table is as wide as a share of the page."""
    if value(style.properties, "tblW", "type") != "pct":
        return twips(width)
    return f"{width / (sum(widths) or 1):.0%}"


def _table_attributes(style: TableStyle, theme: Theme, *, is_inner: bool) -> dict[str, Value]:
    """Return what is set for a table; LibreOffice moves one in a cell, or one that floats, each time it opens it."""
    properties = style.properties
    alignment = value(properties, "jc") or "left"
    attributes: dict[str, Value] = {
        "alignment": _ALIGNMENTS.get(alignment, alignment),
        "left indent": None
        if is_inner or "tblpPr" in properties
        else twips(value(properties, "tblInd", "w")),
        "fill": fill(style.shading, theme),
        "width": _relative_width(properties),
        "alternative text": value(properties, "tblDescription") or value(properties, "tblCaption"),
    }
    for side in SIDES:
        attributes[f"padding {side}"] = twips(style.padding(side))
    if is_on(properties, "bidiVisual"):
        attributes["right to left"] = True
    if (floating := properties.get("tblpPr")) is not None:
        attributes["placement"] = "floating"
        for axis, name in (("horizontal", "tblpX"), ("vertical", "tblpY")):
            attributes[f"{axis} position"] = floating.get(f"{name}Spec") or twips(floating.get(name))
    return attributes


def _relative_width(properties: Properties) -> str | None:
    width = value(properties, "tblW", "w") or ""
    if value(properties, "tblW", "type") != "pct":
        return None
    return f"{number(width) / (1 if width.endswith('%') else _PER_PERCENT):.0f} %"


def _row_attributes(row: Element) -> dict[str, Value]:
    properties = read_properties(row.find(f"{W}trPr"))
    attributes: dict[str, Value] = {}
    if height := number(value(properties, "trHeight")):
        is_exact = value(properties, "trHeight", "hRule") == "exact"
        attributes["exact height" if is_exact else "least height"] = twips(height)
    for tag, shown in (
        ("tblHeader", "repeated heading"),
        ("cantSplit", "kept on one page"),
        ("hidden", "hidden"),
    ):
        if is_on(properties, tag):
            attributes[shown] = True
    for tag, shown in (("ins", "inserted by"), ("del", "deleted by")):
        if tag in properties:
            attributes[shown] = properties[tag].get("author", "")
    for tag, shown in (("gridBefore", "columns left out before"), ("gridAfter", "columns left out after")):
        if count := int(number(value(properties, tag))):
            attributes[shown] = count
    return attributes


def _cell(cell: GridCell, style: TableStyle, borders: Mapping[str, str], story: Story) -> TreeNode:
    """Read a cell; it has a width if that is not the one of its columns."""
    place = cell.place
    properties = style.cell(place, cell.properties)
    vertical, direction = value(properties, "vAlign"), value(properties, "textDirection")
    attributes: dict[str, Value] = {
        "fill": fill(properties.get("shd", {}), story.source.formats.theme),
        "vertical alignment": None if vertical == "top" else vertical,
        "text direction": None if direction == "lrTb" else direction,
        "columns": place.right - place.left if place.right - place.left > 1 else None,
        "rows": place.bottom - place.top if place.bottom - place.top > 1 else None,
    }
    attributes |= {f"border {side}": line for side, line in borders.items()}
    if cell.width is not None:
        attributes["width"] = twips(cell.width)
    for side in SIDES:
        default = style.padding(side)
        own = number(value(properties, f"tcMar/{side}", "w"), default)
        if abs(own - default) > _SAME_TWIPS:
            attributes[f"padding {side}"] = twips(own)
    outer = story.table, story.break_before
    story.table, story.break_before = style.look(place), None
    children = story.source.read_blocks(cell.element, story)
    story.table, story.break_before = outer
    return TreeNode("cell", attributes=attributes, children=tuple(children))
