"""Workbooks in ods files."""

from __future__ import annotations

import re
from datetime import datetime
from xml.etree.ElementTree import Element

from checkers.archives import parse_xml, parsing, read
from checkers.evidence import Unusable
from checkers.odf import NAMESPACES, OdfFile, colour, lines_of, q
from checkers.workbook_model import Cell, Chart, FormatKind, Sheet, Value, Workbook

MAX_CELLS = 2_000_000

_PREFIX = re.compile(r"^[A-Za-z]+:(?==)")
"""What says in which language a formula is written, "of:" as a rule."""

_KINDS: dict[str, FormatKind] = {
    "number-style": "number",
    "currency-style": "currency",
    "percentage-style": "percent",
    "date-style": "date",
    "time-style": "date",
    "text-style": "text",
}


def parse_ods(data: bytes, name: str) -> Workbook:
    """A workbook with the values Calc last computed. Raises Unusable."""
    file = OdfFile(data, name)
    with parsing(name):
        return Workbook(
            [_sheet(file, table) for table in file.body("spreadsheet").iterfind("table:table", NAMESPACES)]
        )


def _sheet(file: OdfFile, table: Element) -> Sheet:
    style = table.get(q("table:style-name"), "")
    display = file.property("table", style, "table", "table:display")
    sheet = Sheet(table.get(q("table:name"), ""), hidden=display == "false")
    hidden = set()
    row_number = 0
    for row in table.iter(q("table:table-row")):
        repeats = _count(row, "table:number-rows-repeated")
        cells = _row(file, row)
        if cells and repeats > 1 and not any(cell.value is not None for cell in cells.values()):
            cells = {}  # formats of empty rows down to the sheet's end
        if cells and len(sheet.cells) + len(cells) * repeats > MAX_CELLS:
            raise Unusable(f"sheet {sheet.name} is of a usual size", f"more than {MAX_CELLS} cells")
        for repeat in range(repeats if cells else 0):
            for column, cell in cells.items():
                sheet.cells[row_number + repeat + 1, column] = cell
        if row.get(q("table:visibility"), "visible") != "visible":
            hidden |= set(range(row_number + 1, row_number + 1 + min(repeats, 100_000)))
        row_number += repeats
    sheet.hidden_rows = frozenset(hidden)
    sheet.charts = [chart for item in table.iter(q("draw:object")) if (chart := _chart(file, item))]
    return sheet


def _row(file: OdfFile, row: Element) -> dict[int, Cell]:
    cells: dict[int, Cell] = {}
    column = 0
    for element in row:
        if element.tag not in (q("table:table-cell"), q("table:covered-table-cell")):
            continue
        repeats = _count(element, "table:number-columns-repeated")
        cell = _cell(file, element)
        if cell != Cell() and (cell.value is not None or repeats <= 100):
            if repeats > 1024:
                raise Unusable("rows are of a usual length", f"{repeats} equal cells")
            cells.update({column + i + 1: cell for i in range(repeats)})
        column += repeats
    return cells


def _cell(file: OdfFile, element: Element) -> Cell:
    style = element.get(q("table:style-name"), "")
    formula = element.get(q("table:formula"), "")
    kind, decimals = _number_format(file, style)
    return Cell(
        value=_value(element),
        formula=_PREFIX.sub("", formula),
        bold=file.property("table-cell", style, "text", "fo:font-weight") == "bold",
        italic=file.property("table-cell", style, "text", "fo:font-style") == "italic",
        fill=colour(file.property("table-cell", style, "table-cell", "fo:background-color")),
        font_colour=colour(file.property("table-cell", style, "text", "fo:color")),
        alignment={"end": "right", "start": "left"}.get(
            align := file.property("table-cell", style, "paragraph", "fo:text-align"), align
        ),
        format_kind=kind,
        decimals=decimals,
    )


def _value(element: Element) -> Value:
    kind = element.get(q("office:value-type"), "")
    if kind in ("float", "currency", "percentage"):
        value = float(element.get(q("office:value"), "nan"))
        return int(value) if value.is_integer() else value
    if kind == "boolean":
        return element.get(q("office:boolean-value")) == "true"
    if kind == "date":
        return datetime.fromisoformat(element.get(q("office:date-value"), ""))
    return lines_of(element) or None


def _number_format(file: OdfFile, style: str) -> tuple[FormatKind, int]:
    element = file.style("table-cell", style)
    data = file.data_styles.get(element.get(q("style:data-style-name"), "")) if element is not None else None
    if data is None:
        return "general", 0
    number = data.find("number:number", NAMESPACES)
    places = number.get(q("number:decimal-places")) if number is not None else None
    kind = _KINDS.get(data.tag.rpartition("}")[2], "general")
    if kind == "number" and places is None:
        return "general", 0
    return kind, int(places or 0)


def _chart(file: OdfFile, item: Element) -> Chart | None:
    member = item.get(q("xlink:href"), "").removeprefix("./") + "/content.xml"
    if member not in file.archive.namelist():
        return None
    root = parse_xml(read(file.archive, member), member)
    chart = root.find("office:body/office:chart/chart:chart", NAMESPACES)
    if chart is None:
        return None
    title = chart.find("chart:title", NAMESPACES)
    kind = chart.get(q("chart:class"), "").rpartition(":")[2]
    series = [one.get(q("chart:values-cell-range-address"), "") for one in chart.iter(q("chart:series"))]
    return Chart(
        kind={"circle": "pie", "ring": "doughnut"}.get(kind, kind),
        title=lines_of(title) if title is not None else "",
        ranges=tuple(series),
    )


def _count(element: Element, attribute: str) -> int:
    return max(1, min(int(element.get(q(attribute), "1")), 1_048_576))
