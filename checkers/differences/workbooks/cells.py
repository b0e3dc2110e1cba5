"""The cells of a sheet: contents and formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from openpyxl.formula.translate import Translator

from checkers.differences.tree import TreeNode, Value
from checkers.differences.workbooks.formulas import Rectangle, canonical_formula, rectangle, within
from checkers.differences.workbooks.grid import Grid
from checkers.differences.workbooks.number_formats import date_kind, date_text
from checkers.differences.workbooks.parts import MAIN, flag, main_path, number
from checkers.differences.workbooks.styles import Format, Styles
from checkers.differences.workbooks.texts import CellText, decoded, read_text, without_other_font
from checkers.evidence import Unusable
from checkers.workbook_model import cell_name

MAX_CELLS = 500_000
"""Cells of a sheet that have content, or look different from the others of their row and column."""

SIGNIFICANT = 15
"""Digits of a number that programs for workbooks keep."""

Place = tuple[int, int]
"""Row and column, from 1."""

_CONSTANTS = {"TRUE": True, "FALSE": False}
_ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")


@dataclass(frozen=True)
class CellContext:
    """What the cells of a workbook share.

    Attributes:
        styles: Their formats.
        strings: Their shared strings.
        from_1904: Whether days are counted from 1904.
    """

    styles: Styles
    strings: Sequence[CellText]
    from_1904: bool


@dataclass
class _Cells:
    """The cells read so far."""

    context: CellContext
    grid: Grid
    merged: dict[Place, Rectangle] = field(default_factory=dict)
    attributes: dict[Place, Format] = field(default_factory=dict)
    texts: dict[Place, TreeNode] = field(default_factory=dict)
    styles_at: dict[Place, int] = field(default_factory=dict)
    shared: dict[str, tuple[str, str]] = field(default_factory=dict)
    arrays: list[Rectangle] = field(default_factory=list)
    date_kinds: dict[int, str] = field(default_factory=dict)


def read_rows(
    root: Element, grid: Grid, context: CellContext
) -> tuple[list[TreeNode], dict[Place, TreeNode]]:
    """Read the rows that have something of their own, and the cells by their places.

    Cells have nodes if they have content, or if they look different from the empty cells of their row or column. The
    attributes of a cell are what differs from the workbook's default format, of an empty one only what is seen.

    Raises Unusable if there are too many.
    """
    cells = _Cells(context, grid)
    rows, last = [], 0
    for each in root.iterfind(main_path("mergeCells", "mergeCell")):
        if area := rectangle(each.get("ref", "")):
            cells.merged[area[0], area[1]] = area
    for row in root.iterfind(main_path("sheetData", "row")):
        last = int(number(row, "r", last + 1))
        style = int(number(row, "s")) if flag(row, "customFormat") else None
        if (attributes := grid.row_attributes(row, style)) or (style is not None and grid.differs(style)):
            rows.append(TreeNode("row", str(last), attributes, optional=True))
        _read_row(row, last, style, cells)
        if len(cells.attributes) > MAX_CELLS:
            raise Unusable("the sheet is of a usual size", f"more than {MAX_CELLS} cells")
    _merge(cells)
    return rows, {
        place: TreeNode(
            "cell",
            cell_name(*place),
            attributes,
            children=(cells.texts[place],) if place in cells.texts else (),
            optional=True,
        )
        for place, attributes in sorted(cells.attributes.items())
    }


def _read_row(row: Element, number_of_row: int, row_style: int | None, cells: _Cells) -> None:
    styles, grid = cells.context.styles, cells.grid
    own = row_style is not None and grid.differs(row_style)
    column = 0
    seen = set()
    for element in row.iterfind(f"{MAIN}c"):
        reference = element.get("r")
        area = rectangle(reference) if reference else None
        column = area[1] if area else column + 1
        place = number_of_row, column
        seen.add(column)
        inherited = grid.column_style(column) if row_style is None else row_style
        style = int(element.get("s", inherited))
        cells.styles_at[place] = style
        if content := _content(element, place, style, cells):
            cells.attributes[place] = content
        else:
            usual = styles.visible(row_style if own and row_style is not None else grid.column_style(column))
            if styles.visible(style) != usual:
                cells.attributes[place] = _explicit(styles.visible(style), usual)
    if row_style is not None and not own:  # its format is that of the sheet, but not of each column
        for column in grid.formatted_columns:
            if column not in seen:
                usual = styles.visible(grid.column_style(column))
                cells.attributes[number_of_row, column] = _explicit(styles.visible(row_style), usual)


def _explicit(seen: Format, usual: Format) -> Format:
    """Return what is seen of an empty cell, with "none" for what only its row or column has."""
    return {**dict.fromkeys(usual, "none"), **seen}


def _content(element: Element, place: Place, style: int, cells: _Cells) -> Format | None:
    """Return the content of a cell with its format; None if it has none."""
    styles = cells.context.styles
    formula = element.find(f"{MAIN}f")
    if formula is not None and (content := _formula(formula, place, cells)):
        return {**styles.attributes(style), **content}
    if cells.arrays and any(within(place, area) for area in cells.arrays):
        return None  # a result of the formula of another cell
    kind, text = element.get("t", "n"), element.findtext(f"{MAIN}v", "")
    if kind in ("s", "inlineStr"):
        return _text_content(element, kind, text, place, style, cells)
    value = _value(kind, text, style, cells)
    return {**styles.attributes(style), **value} if value else None


def _text_content(
    element: Element, kind: str, text: str, place: Place, style: int, cells: _Cells
) -> Format | None:
    context = cells.context
    if kind == "s":
        item = context.strings[int(text)] if text else CellText("")
    else:
        inline = element.find(f"{MAIN}is")
        item = read_text(inline, context.styles) if inline is not None else CellText("")
    if not item.text:
        return None
    if item.runs and (spans := item.spans(context.styles.font_of(style))):
        cells.texts[place] = TreeNode("rich text", spans=spans)
    attributes = context.styles.attributes(style, item.font() if item.runs else None)
    return {**without_other_font(item.text, attributes), "value": item.text}


def _value(kind: str, text: str, style: int, cells: _Cells) -> Format | None:
    if not text:
        return None
    match kind:
        case "str":
            return {"value": decoded(text)} if decoded(text) else None
        case "b":
            return {"value": text in ("1", "true")}
        case "e":
            return {"value": text, "type": "error"}
        case "d":
            return {"value": text.removesuffix("T00:00:00"), "type": "date"}
    serial = float(f"{float(text):.{SIGNIFICANT}g}")
    if (date := _date(serial, style, cells)) is not None:
        return {"value": date, "type": "date"}
    return {"value": int(serial) if serial.is_integer() else serial}


def _date(serial: float, style: int, cells: _Cells) -> str | None:
    if style not in cells.date_kinds:
        cells.date_kinds[style] = date_kind(cells.context.styles.code(style))
    kind = cells.date_kinds[style]
    return date_text(serial, kind, cells.context.from_1904) if kind else None


def _formula(element: Element, place: Place, cells: _Cells) -> Format | None:
    """Return a formula, whose result is left out: it follows from it. LibreOffice writes constants as formulas, too."""
    kind, text = element.get("t", "normal"), element.text or ""
    if kind == "shared":
        text = _shared(element, text, place, cells)
    if kind == "dataTable":
        return {"formula": f"=TABLE({element.get('r1', '')},{element.get('r2', '')})"}
    formula = canonical_formula(text)
    if formula in _CONSTANTS:
        return {"value": _CONSTANTS[formula]}
    if formula in _ERRORS:
        return {"value": formula, "type": "error"}
    if not formula:
        return None
    content: dict[str, Value] = {"formula": f"={formula}"}
    if kind == "array":
        content["array"] = element.get("ref", "")
        area = rectangle(element.get("ref", ""))
        if area and area[:2] != area[2:]:
            cells.arrays.append(area)
    return content


def _shared(element: Element, text: str, place: Place, cells: _Cells) -> str:
    key = element.get("si", "")
    if text:
        cells.shared[key] = (text, cell_name(*place))
        return text
    if key not in cells.shared:
        return ""
    master, origin = cells.shared[key]
    translator = Translator(f"={master}", origin)
    return str(translator.translate_formula(cell_name(*place)))


def _merge(cells: _Cells) -> None:
    """Give merged cells their outer borders, and leave out what they cover, unless it has content."""
    styles, grid = cells.context.styles, cells.grid

    def style_at(row: int, column: int) -> int:
        return cells.styles_at.get((row, column), grid.column_style(column))

    for anchor, (top, left, bottom, right) in cells.merged.items():
        merged = styles.merged(style_at(top, left), style_at(top, right), style_at(bottom, left))
        borders = {name: merged.get(name) for name in ("right border", "bottom border")}
        if anchor in cells.attributes or any(borders.values()):
            attributes = {**cells.attributes.get(anchor, {}), **borders}
            cells.attributes[anchor] = {
                name: value for name, value in attributes.items() if value is not None
            }
        for place in list(_covered(cells, (top, left, bottom, right))):
            if place != anchor and not {"value", "formula"} & cells.attributes[place].keys():
                del cells.attributes[place]


def _covered(cells: _Cells, area: Rectangle) -> Iterator[Place]:
    top, left, bottom, right = area
    if (bottom - top + 1) * (right - left + 1) > len(cells.attributes):
        yield from (place for place in cells.attributes if within(place, area))
        return
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            if (row, column) in cells.attributes:
                yield row, column
