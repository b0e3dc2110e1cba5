"""Calc's tools for reading a workbook, entering values and saving."""

from __future__ import annotations

import json
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.libreoffice import office, saving
from mcp_tools.libreoffice.cell_checks import refuse_covered, refuse_part_of_array
from mcp_tools.libreoffice.cell_values import CellValue, enter, formula_places, values_of, write_column
from mcp_tools.libreoffice.documents import CALC, document
from mcp_tools.libreoffice.ranges import LAST_ROW, Area, cell_name, column_letters, parse_cell
from mcp_tools.libreoffice.sheets import (
    TEXT_FILES,
    Column,
    area_of,
    column_of,
    place,
    refuse_protected,
    sheet_named,
    used_area,
    workbook,
)
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

MAX_ROWS = 300
MAX_COLUMNS = 60
MAX_CHARACTERS = 30_000
MAX_FORMULAS = 200
"""How much of a sheet env_info reports."""

MAX_VALUES = 10_000
"""How many cells set_column_values fills, and get_column_data reads, in one call."""

MAX_CELL_CHARACTERS = 2_000
"""Longer text of a cell is cut, and ends in an ellipsis."""

FirstRow = Annotated[
    int,
    Field(description="Row of the first value, from 1; 2 spares the header.", ge=1, le=LAST_ROW + 1),
]


class SheetContent(BaseModel):
    """A sheet as env_info reports it; lists are row by row from row 1 and column A."""

    document: str
    sheet: str
    used_range: str
    headers: list[CellValue] = Field(description="Row 1")
    data: list[list[CellValue]] = Field(description="Row 2 and below; dates in ISO form, null when empty")
    formulas: dict[str, str] = Field(description="Formula by cell name")
    left_out: str = Field(description='What is not listed, "" when all is')


class ColumnData(BaseModel):
    """A column as get_column_data reports it."""

    document: str
    sheet: str
    column: str = Field(description="Its letters")
    header: CellValue = Field(description="Row 1")
    data: list[CellValue] = Field(description="Row 2 to the last filled one; null when empty")
    left_out: str = Field(description='What is not listed, "" when all is')


class WorkbookInfo(BaseModel):
    """A workbook as get_workbook_info reports it."""

    file_path: str = Field(description='"" when it was never saved')
    file_name: str
    sheets: list[str]
    active_sheet: str
    unsaved_changes: bool


@tool("osworld_mcp_libreoffice_calc.env_info", app="libreoffice_calc", read_only=True)
def env_info(
    sheet_name: Annotated[str | None, Field(description="Sheet to read; default: the active one.")] = None,
) -> SheetContent:
    """Read a sheet of the open workbook: used range, header row, data, formulas.

    Use it first, to learn which columns and rows there are. A large sheet is cut; `left_out` says where.
    """
    with document(CALC, reading=True) as book:
        sheet = sheet_named(book, sheet_name)
        used = used_area(sheet)
        last_row, last_column = min(used.last_row, MAX_ROWS - 1), min(used.last_column, MAX_COLUMNS - 1)
        cells = sheet.getCellRangeByPosition(0, 0, last_column, last_row)
        rows = _first_rows(values_of(book, cells))
        with_formulas = formula_places(cells)
        formulas = {
            cell_name(column, row): text
            for row, line in enumerate(cells.getFormulaArray()[: len(rows)])
            for column, text in enumerate(line)
            if (row, column) in with_formulas
        }
        left_out = []
        if len(rows) <= used.last_row:
            left_out.append(
                f"rows {len(rows) + 1} to {used.last_row + 1} (get_column_data reads whole columns)"
            )
        if last_column < used.last_column:
            first = column_letters(last_column + 1)
            left_out.append(f"columns {first} to {column_letters(used.last_column)}")
        if len(formulas) > MAX_FORMULAS:
            left_out.append(f"{len(formulas) - MAX_FORMULAS} formulas")
        return SheetContent(
            document=office.name_of(book),
            sheet=sheet.getName(),
            used_range=used.name,
            headers=rows[0],
            data=rows[1:],
            formulas=dict(list(formulas.items())[:MAX_FORMULAS]),
            left_out="; ".join(left_out),
        )


@tool("osworld_mcp_libreoffice_calc.get_workbook_info", app="libreoffice_calc", read_only=True)
def get_workbook_info() -> WorkbookInfo:
    """Get the open workbook's file path and name, its sheets in order, and which is active."""
    with document(CALC, reading=True) as book:
        return WorkbookInfo(
            file_path=office.path_of(book),
            file_name=office.name_of(book),
            sheets=list(book.getSheets().getElementNames()),
            active_sheet=sheet_named(book, None).getName(),
            unsaved_changes=book.isModified(),
        )


@tool("osworld_mcp_libreoffice_calc.get_column_data", app="libreoffice_calc", read_only=True)
def get_column_data(column_name: Column) -> ColumnData:
    """Get all values of a column of the active sheet, down to its last filled cell (at most 10000)."""
    with document(CALC, reading=True) as book:
        sheet = sheet_named(book, None)
        used = used_area(sheet)
        column, last = column_of(sheet, column_name, used), used.last_row
        cells = sheet.getCellRangeByPosition(column, 0, column, min(last, MAX_VALUES))
        values = [_cut(row[0]) for row in values_of(book, cells)]
        while len(values) > 1 and values[-1] is None:
            values.pop()
        return ColumnData(
            document=office.name_of(book),
            sheet=sheet.getName(),
            column=column_letters(column),
            header=values[0],
            data=values[1:],
            left_out=f"rows {MAX_VALUES + 2} to {last + 1}" if last > MAX_VALUES else "",
        )


@tool("osworld_mcp_libreoffice_calc.set_cell_value", app="libreoffice_calc", idempotent=True)
def set_cell_value(
    cell: Annotated[str, Field(description='Cell of the active sheet, such as "B3", or "Sheet2.B3".')],
    value: Annotated[
        str,
        Field(
            description='As if typed: "12.5", "2024-03-01", "Total", "=SUM(B2:B9)"; "\'007" is text, "" empties.'
        ),
    ],
) -> str:
    """Put a value or a formula into one cell."""
    area = parse_cell(cell)
    with workbook() as book:
        sheet, target = area_of(book, area)
        target = target.getCellByPosition(0, 0)
        refuse_protected(sheet, target)
        refuse_covered(sheet, target)
        refuse_part_of_array(sheet, target)
        enter(book, target, value)
        shows = f"now shows {shorten(target.getString())}" if target.getFormula() else "is now empty"
        return f"{area.name} of {place(book, sheet)} {shows}."


@tool("osworld_mcp_libreoffice_calc.set_column_values", app="libreoffice_calc", idempotent=True)
def set_column_values(
    column_name: Column,
    data: Annotated[
        list[str | float | bool | None],
        Field(
            description="From top to bottom: numbers, or text entered as if typed; null empties.",
            min_length=1,
            max_length=MAX_VALUES,
        ),
    ],
    start_index: FirstRow = 2,
) -> str:
    """Fill a column of the active sheet downwards with values, not formulas.

    Cells below the last value keep their content.
    """
    formulas = [item for item in data if isinstance(item, str) and item.startswith("=") and len(item) > 1]
    if formulas:
        raise ToolError(
            f"{shorten(formulas[0])} is a formula, which this tool does not set; nothing was changed. "
            "Set formulas one by one with set_cell_value."
        )
    last = start_index + len(data) - 2
    if last > LAST_ROW:
        raise ToolError(
            f"{len(data)} values from row {start_index} on do not fit: the last row is {LAST_ROW + 1}."
        )
    with workbook() as book:
        sheet = sheet_named(book, None)
        column = column_of(sheet, column_name)
        area = Area(None, column, start_index - 1, column, last)
        cells = sheet.getCellRangeByPosition(column, area.first_row, column, last)
        refuse_protected(sheet, cells)
        write_column(book, cells, data)
        return f"Set {len(data)} values in {area.name} of {place(book, sheet)}."


@tool("osworld_mcp_libreoffice_calc.save", app="libreoffice_calc", idempotent=True)
def save() -> str:
    """Save the open workbook to its own file, in that file's format (xlsx stays xlsx).

    The other tools do not save.
    """
    with document(CALC, changing=False) as book:
        path = saving.save(book)
        if path.lower().endswith(TEXT_FILES):
            return f"Saved {path}: one sheet's values, for a text file holds no formulas, formats or other sheets."
        return f"Saved {path}."


def _first_rows(rows: list[list[CellValue]]) -> list[list[CellValue]]:
    """The first rows, at least one, as far as the bound on characters allows."""
    rows_shown: list[list[CellValue]] = []
    size = 0
    for row in rows:
        row = [_cut(value) for value in row]
        size += len(json.dumps(row, ensure_ascii=False))
        if rows_shown and size > MAX_CHARACTERS:
            break
        rows_shown.append(row)
    return rows_shown


def _cut(value: CellValue) -> CellValue:
    if isinstance(value, str) and len(value) > MAX_CELL_CHARACTERS:
        return value[:MAX_CELL_CHARACTERS] + "…"
    return value
