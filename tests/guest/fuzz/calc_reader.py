"""What a saved workbook holds, read with openpyxl: one flat dictionary, path → value, for comparing two copies.

Paths: "sheets" (names in order), "names/TITLE", and of each sheet "sheet/Sales/freeze", "sheet/Sales/columns/B/width",
"sheet/Sales/rows/3/height", "sheet/Sales/merged/A1:B2", "sheet/Sales/validation/…", "sheet/Sales/cell/B3/value"
and so on; values are JSON, dates in ISO form. What is at its default has no path.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import Any

import openpyxl
from defusedxml import ElementTree
from openpyxl.cell.cell import Cell
from openpyxl.cell.rich_text import CellRichText
from openpyxl.utils import get_column_letter, rows_from_range
from openpyxl.workbook import Workbook
from openpyxl.worksheet.cell_range import CellRange, MultiCellRange
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.worksheet import Worksheet

from tests.guest.fuzz.promises import State

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LAST_DATE = 2_958_465
"""9999-12-31 as Excel's number of days."""
_COLUMNS = 200
"""Of columns of one width, those after this one are not looked at, but for the first."""
_SAME_CALENDAR = datetime(1900, 2, 28)
"""Earlier days are a day later in Excel, which has a 29th of February in 1900, than in LibreOffice."""


def read_workbook(data: bytes) -> State:
    """Everything of a saved .xlsx that a user can see or change, by path."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a number in a date's format that is no date
        book = openpyxl.load_workbook(io.BytesIO(data), rich_text=True)
        computed = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    content: State = {"sheets": book.sheetnames}
    roots = _sheet_roots(data, len(book.worksheets))
    for name, defined in book.defined_names.items():
        content[f"names/{name}"] = defined.attr_text
    for sheet, root in zip(book.worksheets, roots, strict=True):
        for path, value in _sheet(book, sheet, computed[sheet.title]):
            content[f"sheet/{sheet.title}/{path}"] = _plain(value)
        for row, height in _custom_heights(root):
            content[f"sheet/{sheet.title}/rows/{row}/height"] = height
        for cell, number in _beyond_dates(root):
            for path in (f"sheet/{sheet.title}/cell/{cell}/{name}" for name in ("value", "shows")):
                if path in content and not str(content[path]).startswith(("=", "{=")):
                    content[path] = number
    return content


def canonical_area(ranges: MultiCellRange) -> str:
    """The same name for the same cells, however they are divided into ranges: "D2:D5 D3:E5 E2" is "D2:E5"."""
    edges = sorted({edge for part in ranges for edge in (part.min_col, part.max_col + 1)})
    strips: list[tuple[int, int, list[tuple[int, int]]]] = []
    for left, after in pairwise(edges):
        rows = _joined(
            (part.min_row, part.max_row) for part in ranges if part.min_col <= left <= part.max_col
        )
        if strips and strips[-1][1:] == (left - 1, rows):
            strips[-1] = (strips[-1][0], after - 1, rows)
        elif rows:
            strips.append((left, after - 1, rows))
    return " ".join(
        CellRange(None, left, top, right, bottom).coord
        for left, right, rows in strips
        for top, bottom in rows
    )


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of rows as few as possible, in order."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


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
                f"conditional/{canonical_area(area.sqref)}/{number}",
                (*_attributes(rule, "type", "operator"), *rule.formula),
            )
    if sheet.auto_filter.ref:
        columns = [(c.colId, repr(c.filters), repr(c.customFilters)) for c in sheet.auto_filter.filterColumn]
        yield "filter", (sheet.auto_filter.ref, tuple(columns))
    for table in sheet.tables.values():
        yield f"table/{table.name}", table.ref
    for number, chart in enumerate(sheet._charts):
        yield f"chart/{number}", _chart(chart)
        yield f"chart_end/{number}", _end(chart)
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


def _sheet_roots(data: bytes, count: int) -> list[Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [
            ElementTree.fromstring(archive.read(f"xl/worksheets/sheet{number}.xml"))
            for number in range(1, count + 1)
        ]


def _custom_heights(root: Any) -> Iterator[tuple[str, float]]:
    """Heights that do not follow from the rows' content; openpyxl does not tell them from those that do."""
    for row in root.iter(f"{_NAMESPACE}row"):
        if row.get("customHeight") in ("1", "true"):
            yield row.attrib["r"], round(float(row.attrib["ht"]), 1)


def _beyond_dates(root: Any) -> Iterator[tuple[str, float]]:
    """Numbers that are no dates: openpyxl gives them as #VALUE! or a wrong day in cells with a date's format."""
    for cell in root.iter(f"{_NAMESPACE}c"):
        number = cell.findtext(f"{_NAMESPACE}v")
        if cell.get("t", "n") == "n" and number and not 0 <= float(number) <= _LAST_DATE:
            yield cell.attrib["r"], float(number)


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
        first = dimension.min or 0
        for column in range(first, min(dimension.max or 0, max(_COLUMNS, first)) + 1):
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
    return type(chart).__name__, _title(chart.title), series, _start(chart)


def _reference(source: Any) -> str | None:
    """The cells that a series takes its values or categories from."""
    parts = (getattr(source, name, None) for name in ("numRef", "strRef", "multiLvlStrRef"))
    return next((part.f for part in parts if part is not None), None)


def _title(title: Any) -> str:
    if title is None or title.tx is None or title.tx.rich is None:
        return ""
    return "".join(run.t or "" for p in title.tx.rich.p for run in (p.r or ()))


def _anchor(thing: Any) -> Any:
    return (*start, *_end(thing)) if isinstance(start := _start(thing), tuple) else start


def _start(thing: Any) -> Any:
    """The cell that something begins in."""
    anchor = thing.anchor
    return (anchor._from.col, anchor._from.row) if hasattr(anchor, "_from") else str(anchor)


def _end(thing: Any) -> tuple[int, ...]:
    """The cell that something ends in: of a size in pixels, it depends on the rows' heights."""
    anchor = thing.anchor
    return (anchor.to.col, anchor.to.row) if hasattr(anchor, "to") else ()


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, datetime) and value < _SAME_CALENDAR:
        value -= timedelta(days=1)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
