"""What a saved workbook holds, read with openpyxl: one flat dictionary, path → value, for comparing two copies.

Paths: "sheets" (names in order), "names/TITLE", and of each sheet "sheet/Sales/freeze", "sheet/Sales/columns/B/width",
"sheet/Sales/rows/3/height", "sheet/Sales/merged/A1:B2", "sheet/Sales/validation/…", "sheet/Sales/cell/B3/value"
and so on; values are JSON, dates in ISO form. What is at its default has no path.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

import openpyxl
from defusedxml import ElementTree
from openpyxl.cell.cell import Cell
from openpyxl.cell.rich_text import CellRichText
from openpyxl.utils import get_column_letter, rows_from_range
from openpyxl.workbook import Workbook
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.fuzz.promises import State

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def read_workbook(data: bytes) -> State:
    """Everything of a saved .xlsx that a user can see or change, by path."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a number in a date's format that is no date
        book = openpyxl.load_workbook(io.BytesIO(data), rich_text=True)
        computed = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    content: State = {"sheets": book.sheetnames}
    heights = [_custom_heights(data, number) for number in range(1, len(book.worksheets) + 1)]
    for name, defined in book.defined_names.items():
        content[f"names/{name}"] = defined.attr_text
    for sheet, own_heights in zip(book.worksheets, heights, strict=True):
        for path, value in _sheet(book, sheet, computed[sheet.title]):
            content[f"sheet/{sheet.title}/{path}"] = _plain(value)
        for row, height in own_heights.items():
            content[f"sheet/{sheet.title}/rows/{row}/height"] = height
    return content


def _sheet(book: Workbook, sheet: Worksheet, computed: Worksheet) -> Iterator[tuple[str, Any]]:
    if sheet.sheet_state != "visible":
        yield "state", sheet.sheet_state
    yield from _view(sheet)
    yield from _lines(sheet)
    for name, defined in sheet.defined_names.items():
        yield f"names/{name}", defined.attr_text
    for merged in sheet.merged_cells.ranges:
        yield f"merged/{merged.coord}", True
    for rule in sheet.data_validations.dataValidation:
        yield f"validation/{rule.sqref}", _attributes(rule, "type", "operator", "formula1", "formula2")
    for area in sheet.conditional_formatting:
        for number, rule in enumerate(area.rules):
            yield (
                f"conditional/{area.sqref}/{number}",
                (*_attributes(rule, "type", "operator"), *rule.formula),
            )
    if sheet.auto_filter.ref:
        columns = [(c.colId, repr(c.filters), repr(c.customFilters)) for c in sheet.auto_filter.filterColumn]
        yield "filter", (sheet.auto_filter.ref, tuple(columns))
    for table in sheet.tables.values():
        yield f"table/{table.name}", table.ref
    for number, chart in enumerate(sheet._charts):
        yield f"chart/{number}", _chart(chart)
    for number, picture in enumerate(sheet._images):
        yield f"picture/{number}", _anchor(picture)
    if sheet.protection.sheet:
        yield "protection", True
    computed_by_array = {
        coordinate
        for anchor, area in sheet.array_formulae.items()
        for row in rows_from_range(area)
        for coordinate in row
        if coordinate != anchor
    }
    for place in sorted(sheet._cells):  # not `iter_rows`, which makes all cells up to the last one
        cell = sheet._cells[place]
        for path, value in _cell(book, cell, computed._cells[place].value):
            name = "shows" if path == "value" and cell.coordinate in computed_by_array else path
            yield f"cell/{cell.coordinate}/{name}", value


def _custom_heights(data: bytes, number: int) -> dict[int, float]:
    """Heights that do not follow from the rows' content; openpyxl does not tell them from those that do."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
    return {
        int(row.attrib["r"]): round(float(row.attrib["ht"]), 1)
        for row in root.iter(f"{_NAMESPACE}row")
        if row.get("customHeight") in ("1", "true")
    }


def _view(sheet: Worksheet) -> Iterator[tuple[str, Any]]:
    view = sheet.sheet_view
    if view.pane is not None and view.pane.state == "frozen":  # its cell at the top may be scrolled
        yield "freeze", f"{get_column_letter(int(view.pane.xSplit or 0) + 1)}{int(view.pane.ySplit or 0) + 1}"
    yield "zoom", view.zoomScale
    setup = sheet.page_setup
    fit = bool(sheet.sheet_properties.pageSetUpPr and sheet.sheet_properties.pageSetUpPr.fitToPage)
    yield "page", (setup.orientation, setup.paperSize, setup.scale, fit, setup.fitToWidth, setup.fitToHeight)
    if sheet.print_area:
        yield "print_area", sheet.print_area
    if sheet.print_title_rows or sheet.print_title_cols:
        yield "print_titles", (sheet.print_title_rows, sheet.print_title_cols)


def _lines(sheet: Worksheet) -> Iterator[tuple[str, Any]]:
    for dimension in sheet.column_dimensions.values():
        for column in range(dimension.min or 0, min(dimension.max or 0, 200) + 1):
            path = f"columns/{get_column_letter(column)}"
            yield f"{path}/width", round(dimension.width, 1)
            if dimension.hidden:
                yield f"{path}/hidden", True
    for number, dimension in sheet.row_dimensions.items():
        if dimension.hidden:
            yield f"rows/{number}/hidden", True


def _cell(book: Workbook, cell: Any, shown: Any) -> Iterator[tuple[str, Any]]:
    value = cell.value
    if isinstance(value, ArrayFormula):
        yield "value", f"{{{value.text}}}"
        yield "array", value.ref
    elif isinstance(value, DataTableFormula):
        yield "value", repr(sorted(dict(value).items()))
    elif isinstance(value, CellRichText):
        yield "value", str(value)
        yield "runs", tuple(_run(part) for part in value)
    elif value is not None:
        yield "value", value
    if value is not None and getattr(cell, "data_type", "") in ("f", "e"):
        yield "shows", shown
    if cell.comment:
        yield "comment", cell.comment.text
    if cell.hyperlink:
        yield "hyperlink", (cell.hyperlink.target, cell.hyperlink.location)
    if isinstance(cell, Cell) and cell.has_style:
        yield from _style(book, cell)


def _style(book: Workbook, cell: Cell) -> Iterator[tuple[str, Any]]:
    """A cell's formats as far as they differ from the workbook's first style, which LibreOffice calls Default."""
    if cell.number_format != "General":
        yield "number_format", cell.number_format
    font = cell.font
    default = book._fonts[0]
    for name in ("name", "sz", "b", "i", "u", "strike", "vertAlign"):
        if (value := getattr(font, name)) != getattr(default, name) and (value or getattr(default, name)):
            yield f"font/{name}", value
    if _colour(font.color) != _colour(default.color):
        yield "font/color", _colour(font.color)
    if cell.fill.fill_type not in (None, "none"):
        yield "fill", (cell.fill.fill_type, _colour(cell.fill.fgColor))
    for side in ("left", "right", "top", "bottom", "diagonal"):
        line = getattr(cell.border, side)
        if line is not None and line.style:
            yield f"border/{side}", (line.style, _colour(line.color))
    for name in ("horizontal", "vertical", "wrap_text", "textRotation", "indent", "shrink_to_fit"):
        value = getattr(cell.alignment, name)
        if value and value not in ("general", "bottom"):
            yield f"alignment/{name}", value
    if not cell.protection.locked:
        yield "unlocked", True
    if cell.protection.hidden:
        yield "formula_hidden", True


def _colour(colour: Any) -> Any:
    return None if colour is None else (colour.type, colour.value, colour.tint)


def _run(part: Any) -> tuple[Any, ...]:
    if isinstance(part, str):
        return (part,)
    font = part.font
    return (part.text, font.b, font.i, font.u, font.strike, font.sz, _colour(font.color))


def _attributes(thing: Any, *names: str) -> tuple[Any, ...]:
    return tuple(getattr(thing, name) for name in names)


def _chart(chart: Any) -> tuple[Any, ...]:
    series = tuple((_reference(one.val), _reference(getattr(one, "cat", None))) for one in chart.series)
    return type(chart).__name__, _title(chart.title), series, _anchor(chart)


def _reference(source: Any) -> str | None:
    """The cells that a series takes its values or categories from."""
    parts = (getattr(source, name, None) for name in ("numRef", "strRef", "multiLvlStrRef"))
    return next((part.f for part in parts if part is not None), None)


def _title(title: Any) -> str:
    if title is None or title.tx is None or title.tx.rich is None:
        return ""
    return "".join(run.t or "" for p in title.tx.rich.p for run in (p.r or ()))


def _anchor(thing: Any) -> Any:
    anchor = thing.anchor
    if not hasattr(anchor, "_from"):
        return str(anchor)
    end = (anchor.to.col, anchor.to.row) if hasattr(anchor, "to") else ()
    return (anchor._from.col, anchor._from.row, *end)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
