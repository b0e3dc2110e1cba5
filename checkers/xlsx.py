"""Workbooks in xlsx files."""

from __future__ import annotations

import re
from typing import Any

import openpyxl
from openpyxl.cell.cell import Cell as XlsxCell
from openpyxl.styles.numbers import is_date_format

from checkers.archives import parsing, repacked
from checkers.evidence import Unusable
from checkers.workbook_model import Cell, Chart, FormatKind, Sheet, Value, Workbook

MAX_CELLS = 2_000_000

_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_CURRENCY = re.compile(r"[$€£¥₹]|\[\$")


def parse_xlsx(data: bytes, name: str) -> Workbook:
    """A workbook with the values Calc or Excel last computed. Raises Unusable."""
    package = repacked(data, name)
    with parsing(name):
        formulas = openpyxl.load_workbook(package)
        values = openpyxl.load_workbook(package, data_only=True)
        return Workbook(
            [
                _sheet(formulas[title], values[title])
                for title in formulas.sheetnames
                if title in values.sheetnames
            ]
        )


def _sheet(formulas: Any, values: Any) -> Sheet:
    sheet = Sheet(formulas.title, hidden=formulas.sheet_state != "visible")
    if not hasattr(formulas, "iter_rows"):
        return sheet  # a chart sheet has no cells
    if formulas.max_row * formulas.max_column > MAX_CELLS * 10 or len(formulas._cells) > MAX_CELLS:
        raise Unusable(f"sheet {formulas.title} is of a usual size", formulas.dimensions)
    for (row, column), cell in formulas._cells.items():
        if not isinstance(cell, XlsxCell):
            continue  # covered by a merged cell
        parsed = _cell(cell, values.cell(row, column).value)
        if parsed != Cell():
            sheet.cells[row, column] = parsed
    sheet.charts = [_chart(chart) for chart in formulas._charts]
    sheet.hidden_rows = frozenset(
        row for row, dimension in formulas.row_dimensions.items() if dimension.hidden
    )
    return sheet


def _cell(cell: Any, value: Any) -> Cell:
    raw = cell.value
    text = str(getattr(raw, "text", raw) or "") if cell.data_type == "f" else ""
    kind, decimals = _number_format(str(cell.number_format))
    fill = cell.fill
    return Cell(
        value=_value(value),
        formula=text if not text or text.startswith("=") else f"={text}",
        bold=bool(cell.font.b),
        italic=bool(cell.font.i),
        fill=_rgb(fill.fgColor) if fill.patternType == "solid" else None,
        font_colour=_rgb(cell.font.color),
        alignment=cell.alignment.horizontal or "",
        format_kind=kind,
        decimals=decimals,
    )


def _value(value: Any) -> Value:
    if value == "" or value is None:
        return None
    return value if isinstance(value, (str, int, float, bool)) or hasattr(value, "year") else str(value)


def _rgb(colour: Any) -> int | None:
    if colour is None or colour.type != "rgb" or not isinstance(colour.rgb, str):
        return None
    return int(colour.rgb[-6:], 16)


def _number_format(code: str) -> tuple[FormatKind, int]:
    first = code.split(";")[0]
    if code in ("General", "Standard"):
        return "general", 0
    if first == "@":
        return "text", 0
    if is_date_format(code):
        return "date", 0
    decimals = re.search(r"\.([0#?]+)", _QUOTED.sub("", first))
    places = len(decimals[1]) if decimals else 0
    if "%" in _QUOTED.sub("", first):
        return "percent", places
    return ("currency" if _CURRENCY.search(first) else "number"), places


def _chart(chart: Any) -> Chart:
    ranges = [series.val or getattr(series, "yVal", None) for series in chart.series]
    return Chart(
        kind=chart.tagname.removesuffix("Chart").removesuffix("3D"),
        title=_title(chart),
        ranges=tuple(item.numRef.f for item in ranges if item is not None and item.numRef is not None),
    )


def _title(chart: Any) -> str:
    rich = chart.title.tx.rich if chart.title is not None and chart.title.tx is not None else None
    if rich is None:
        return ""
    return "".join(run.t for paragraph in rich.p for run in (paragraph.r or ()))
