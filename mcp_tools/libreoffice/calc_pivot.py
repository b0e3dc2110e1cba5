"""Calc's tool for pivot tables."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.office import uno
from mcp_tools.libreoffice.ranges import Area, cell_name, column_letters, parse_cell
from mcp_tools.libreoffice.sheets import (
    cell_address,
    column_among,
    listed,
    place,
    refuse_protected_sheet,
    sheet_named,
    used_area,
    workbook,
)
from mcp_tools.registry import ToolError, tool

Fields = Annotated[list[str] | None, Field(description="Column titles (or letters).")]

_FUNCTIONS = {"sum": 2, "count": 3, "average": 4, "max": 5, "min": 6, "product": 7, "median": 12}
"""Values of com.sun.star.sheet.GeneralFunction2."""


@tool("osworld_mcp_libreoffice_calc.create_pivot_table", app="libreoffice_calc")
def create_pivot_table(
    source_sheet: Annotated[str, Field(description="Sheet of the data, with titles on top.", min_length=1)],
    table_name: Annotated[str, Field(description="Its name.", min_length=1)],
    value_fields: Annotated[list[str], Field(description="Columns to aggregate.", min_length=1)],
    row_fields: Fields = None,
    col_fields: Fields = None,
    aggregation_function: Annotated[
        Literal["sum", "count", "average", "max", "min", "product", "median"],
        Field(description="count counts filled cells."),
    ] = "sum",
    target_cell: Annotated[
        str | None,
        Field(description='Upper left cell, such as "H1"; default: right of what is there.'),
    ] = None,
) -> str:
    """Create a live pivot table in the active sheet from the block of data in source_sheet.

    For a sheet of its own, call switch_active_sheet with a new name first. Nothing is overwritten.
    """
    start = parse_cell(target_cell) if target_cell else None
    with workbook() as book:
        source = sheet_named(book, source_sheet)
        data = _block(source)
        titles = _titles(source, data)
        rows, columns, values = (
            [
                titles[column_among(titles, name, source, data.StartColumn) - data.StartColumn]
                for name in names or ()
            ]
            for names in (row_fields, col_fields, value_fields)
        )
        _check_fields(source, data, titles, rows + columns, values, aggregation_function)
        sheet = sheet_named(book, start.sheet if start else None)
        refuse_protected_sheet(sheet)
        tables = sheet.getDataPilotTables()
        if table_name in tables.getElementNames():
            raise ToolError(
                f'There is a pivot table "{table_name}" already in sheet {sheet.getName()}. '
                f"Its pivot tables are: {listed(tables.getElementNames())}."
            )
        column, row = _free_place(sheet, start)
        descriptor = _describe(tables, data, rows, columns, values, _FUNCTIONS[aggregation_function])
        tables.insertNewByName(table_name, cell_address(sheet, column, row), descriptor)
        out = tables.getByName(table_name).getOutputRange()
        covered = Area(None, out.StartColumn, out.StartRow, out.EndColumn, out.EndRow)
        block = Area(None, data.StartColumn, data.StartRow, data.EndColumn, data.EndRow)
        return (
            f'Created the pivot table "{table_name}" in {covered.name} of {place(book, sheet)} '
            f"from {block.name} of sheet {source.getName()}."
        )


def _block(sheet: Any) -> Any:
    """The address of the block of filled cells at the sheet's first used cell. Raises ToolError without data."""
    cursor = sheet.createCursor()
    cursor.gotoStartOfUsedArea(False)
    cursor.collapseToCurrentRegion()
    address = cursor.getRangeAddress()
    if address.EndRow == address.StartRow:
        raise ToolError(
            f"Sheet {sheet.getName()} holds no block of data: a pivot table needs a row of titles and rows below it."
        )
    return address


def _titles(sheet: Any, data: Any) -> list[str]:
    top = sheet.getCellRangeByPosition(data.StartColumn, data.StartRow, data.EndColumn, data.StartRow)
    titles = [
        top.getCellByPosition(i, 0).getString().strip() for i in range(data.EndColumn - data.StartColumn + 1)
    ]
    for i, title in enumerate(titles):
        cell = cell_name(data.StartColumn + i, data.StartRow)
        if not title:
            raise ToolError(
                f"{cell} of sheet {sheet.getName()} is empty: every column of the data needs a title."
            )
        if titles.index(title) != i:
            raise ToolError(
                f'Two columns of sheet {sheet.getName()} are titled "{title}": rename one ({cell}).'
            )
    return titles


def _check_fields(
    sheet: Any, data: Any, titles: list[str], groups: list[str], values: list[str], function: str
) -> None:
    for name, times in (*Counter(groups).items(), *Counter(values).items()):
        if times > 1:
            raise ToolError(
                f'"{name}" is named twice: a column is a row field, a column field or a value once.'
            )
    if function == "count":
        return
    for name in values:
        column = data.StartColumn + titles.index(name)
        cells = sheet.getCellRangeByPosition(column, data.StartRow + 1, column, data.EndRow)
        if not any(isinstance(value, float) for (value,) in cells.getDataArray()):
            raise ToolError(f'Column "{name}" holds no numbers, so it has no {function}. Use "count" for it.')


def _free_place(sheet: Any, start: Area | None) -> tuple[int, int]:
    """Where the table goes: nothing may stand right of or below it, since it grows that way."""
    used = used_area(sheet)
    filled = sheet.getCellRangeByPosition(0, 0, used.last_column, used.last_row).getFormulaArray()
    empty = not any(any(row) for row in filled)
    free = 0 if empty else used.last_column + 2
    if start is None:
        return free, 0
    for row, line in enumerate(filled[start.first_row :], start.first_row):
        for column, text in enumerate(line[start.first_column :], start.first_column):
            if text:
                raise ToolError(
                    f"{cell_name(column, row)} of sheet {sheet.getName()} is filled, and a pivot table at {start.name} "
                    f'could overwrite it. Choose a free place such as "{column_letters(free)}1".'
                )
    return start.first_column, start.first_row


def _describe(
    tables: Any, data: Any, rows: list[str], columns: list[str], values: list[str], function: int
) -> Any:
    descriptor = tables.createDataPilotDescriptor()
    descriptor.setSourceRange(data)
    descriptor.setPropertyValue("ShowFilterButton", False)
    fields = descriptor.getDataPilotFields()

    def put(name: str, orientation: str) -> Any:
        field = fields.getByName(name)
        kind = uno().Enum("com.sun.star.sheet.DataPilotFieldOrientation", orientation)
        field.setPropertyValue("Orientation", kind)
        return field

    for name in rows:
        put(name, "ROW")
    for name in columns:
        put(name, "COLUMN")
    for name in values:
        put(name, "DATA").setPropertyValue("Function2", function)
    if len(values) > 1:
        put("Data", "COLUMN")
    return descriptor
