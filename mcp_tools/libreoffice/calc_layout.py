"""Calc's tools for columns' widths, rows' heights, hidden rows, frozen panes and zoom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice.cell_values import CellValue, values_of
from mcp_tools.libreoffice.documents import CALC, document
from mcp_tools.libreoffice.line_sizes import resize
from mcp_tools.libreoffice.ranges import column_letters, parse_rows
from mcp_tools.libreoffice.sheets import (
    columns_of,
    place,
    refuse_enormous,
    refuse_protected_sheet,
    sheet_named,
    used_area,
    view_of,
    workbook,
)
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.messages import cut, shorten
from mcp_tools.registry import ToolError, tool

Centimetres = Annotated[float | None, Field(description="In cm.", ge=0.05, le=50)]
Fit = Annotated[bool, Field(description="True fits the size to the content instead.")]

MAX_FROZEN = 1000
MAX_SEARCHED, PART = 5_000_000, 200_000
"""How many cells hide_row_data looks at, and reads at once."""

MAX_RUNS = 12_000
"""In how many places it hides rows; each takes nearly two milliseconds."""

_FILTER = (
    "Hide them with Data > More Filters > Standard Filter; stray cells far away from the data count too."
)

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)


@tool("osworld_mcp_libreoffice_calc.adjust_column_width", app="libreoffice_calc", idempotent=True)
def adjust_column_width(
    columns: Annotated[
        str, Field(description='Letters such as "B", "A:C" or "A,D:F", or a title of row 1.', min_length=1)
    ],
    width: Centimetres = None,
    autofit: Fit = False,
) -> str:
    """Set the width of columns of the active sheet, in cm, or fit it to their content."""
    _one_of(width, autofit, "width")
    with workbook() as book:
        sheet = sheet_named(book, None)
        refuse_protected_sheet(sheet)
        spans = columns_of(sheet, columns)
        hidden = resize(sheet, "Columns", spans, width)
        names = ", ".join(
            f"{column_letters(a)}:{column_letters(b)}" if a != b else column_letters(a) for a, b in spans
        )
        now, first = sheet.getColumns().getByIndex(spans[0][0]), column_letters(spans[0][0])
        width_now = now.getPropertyValue("Width") / 1000
        return f"Columns {names} of {place(book, sheet)}: {first} is now {width_now:.2f} cm wide.{hidden}"


@tool("osworld_mcp_libreoffice_calc.adjust_row_height", app="libreoffice_calc", idempotent=True)
def adjust_row_height(
    rows: Annotated[str, Field(description='Row numbers such as "3", "1:10" or "1,4:6".', min_length=1)],
    height: Centimetres = None,
    autofit: Fit = False,
) -> str:
    """Set the height of rows of the active sheet, in cm, or fit it to their content."""
    _one_of(height, autofit, "height")
    spans = parse_rows(rows)
    with workbook() as book:
        sheet = sheet_named(book, None)
        refuse_protected_sheet(sheet)
        hidden = resize(sheet, "Rows", spans, height)
        now = sheet.getRows().getByIndex(spans[0][0]).getPropertyValue("Height") / 1000
        return f"Rows {cut(rows)} of {place(book, sheet)}: row {spans[0][0] + 1} is now {now:.2f} cm high.{hidden}"


@tool("osworld_mcp_libreoffice_calc.hide_row_data", app="libreoffice_calc", idempotent=True)
def hide_row_data(
    value: Annotated[
        str, Field(description="A cell's whole content, upper and lower case as it is.")
    ] = "N/A",
) -> str:
    """Hide the rows of the active sheet, from row 2 on, in which a cell holds exactly this value.

    Nothing is deleted; other rows stay as they are.
    """
    with workbook() as book:
        sheet = sheet_named(book, None)
        refuse_protected_sheet(sheet)
        used = used_area(sheet)
        cells = sheet.getCellRangeByPosition(0, 0, used.last_column, used.last_row)
        refuse_enormous(cells, MAX_SEARCHED, remedy=_FILTER)
        rows = [row for row in _rows_with(book, cells, _matches(value)) if row]
        if not rows:
            raise ToolError(
                f"No cell below row 1 of {place(book, sheet)} holds {shorten(value)}: no row was hidden."
            )
        runs = _runs(rows)
        if len(runs) > MAX_RUNS:
            raise ToolError(
                f"{len(rows):,} rows hold {shorten(value)}, in {len(runs):,} places; one call hides at most "
                f"{MAX_RUNS:,}: nothing was changed. {_FILTER}"
            )
        was_hidden = run_in_process("sheets.hide_rows", sheet=sheet, runs=tuple(runs))
        already = f" {was_hidden} of them were hidden already." if was_hidden else ""
        return f'{len(rows)} rows of {place(book, sheet)} that hold "{value}" are hidden: {_row_list(rows)}.{already}'


@tool("osworld_mcp_libreoffice_calc.freeze_panes", app="libreoffice_calc", idempotent=True)
def freeze_panes(
    rows: Annotated[int, Field(description="How many rows from the top.", ge=0, le=MAX_FROZEN)] = 0,
    columns: Annotated[int, Field(description="How many columns from the left.", ge=0, le=MAX_FROZEN)] = 0,
) -> str:
    """Keep the active sheet's first rows and/or columns in view while scrolling; 0 and 0 ends that."""
    with document(CALC, changing=False) as book:
        view = view_of(book)
        where = place(book, view.getActiveSheet())
        if not run_in_process("views.freeze", view=view, columns=columns, rows=rows):
            raise ToolError(
                f"{rows} rows and {columns} columns do not fit into the window of {where}, so they cannot be "
                "frozen. Freeze fewer, or zoom out first."
            )
        if not rows and not columns:
            return f"Nothing is frozen any more in {where}."
        return f"Froze {rows} rows and {columns} columns of {where}."


@tool("osworld_mcp_libreoffice_calc.set_zoom_level", app="libreoffice_calc", idempotent=True)
def set_zoom_level(
    zoom_percentage: Annotated[int, Field(description="100 is natural size.", ge=20, le=400)],
) -> str:
    """Set how large the open workbook's window shows the cells."""
    with document(CALC, changing=False) as book:
        view = view_of(book)
        where = place(book, view.getActiveSheet())
        actual = run_in_process("views.zoom", view=view, percent=zoom_percentage)
        return f"The window of {where} shows it at {actual} %."


def _one_of(size: float | None, autofit: bool, name: str) -> None:
    if (size is None) != autofit:
        raise ToolError(f"Give either {name} (in cm) or autofit=true.")


def _rows_with(book: Any, cells: Any, contents: set[CellValue]) -> Iterator[int]:
    """The rows of a range, from 0, in which a cell has one of these contents; read in parts, for memory's sake."""
    address = cells.getRangeAddress()
    step = max(1, PART // (address.EndColumn + 1))
    for first in range(0, address.EndRow + 1, step):
        last = min(first + step - 1, address.EndRow)
        part = cells.getCellRangeByPosition(0, first, address.EndColumn, last)
        for row, line in enumerate(values_of(book, part), first):
            if not contents.isdisjoint(line):
                yield row


def _matches(text: str) -> set[CellValue]:
    """The contents that a person would write like this."""
    values: set[CellValue] = {text, f"#{text}"} if text == "N/A" else {text}
    if _NUMBER.fullmatch(text):
        values.add(float(text))
    return values


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs


def _row_list(rows: list[int]) -> str:
    more = ", …" if len(rows) > 10 else ""
    return ", ".join(str(row + 1) for row in rows[:10]) + more
