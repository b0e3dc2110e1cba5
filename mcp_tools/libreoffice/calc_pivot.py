"""Calc's tool for pivot tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice import utf16
from mcp_tools.libreoffice.cell_checks import holds
from mcp_tools.libreoffice.cell_ranges import actual_area
from mcp_tools.libreoffice.documents import CALC, document
from mcp_tools.libreoffice.office import uno
from mcp_tools.libreoffice.ranges import LAST_COLUMN, LAST_ROW, Area, cell_name, column_letters, parse_cell
from mcp_tools.libreoffice.sheets import (
    blocks_of,
    cell_address,
    column_among,
    list_names,
    place,
    refuse_protected_sheet,
    sheet_named,
    used_area,
    workbook,
)
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

MAX_NAME = 255
"""Characters of a pivot table's name, as in xlsx files."""

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
    groups = (row_fields or [], col_fields or [], value_fields)
    modified = True
    try:
        with workbook() as book:
            modified = book.isModified()
            return _create(book, source_sheet, table_name, groups, aggregation_function, start)
    except _DoesNotFitError:
        with document(CALC, changing=False) as book:
            _forget(book, table_name)
            book.setModified(modified)
        raise


class _DoesNotFitError(ToolError):
    """LibreOffice did not create a pivot table, and keeps its name all the same, even when it is taken back."""


def _create(
    book: Any,
    source_sheet: str,
    name: str,
    groups: Sequence[Sequence[str]],
    function: str,
    start: Area | None,
) -> str:
    source = sheet_named(book, source_sheet)
    data = _block(source, {field.strip().lower() for group in groups for field in group})
    titles = _titles(source, data)
    _check_name(book, name)
    fields = [
        [column_among(titles, field, source, data.StartColumn) - data.StartColumn for field in group]
        for group in groups
    ]
    _check_fields(source, data, titles, fields, function)
    sheet = sheet_named(book, start.sheet if start else None)
    refuse_protected_sheet(sheet)
    column, row = _free_place(sheet, start)
    tables = sheet.getDataPilotTables()
    descriptor = _describe(tables, data, fields, _FUNCTIONS[function])
    try:
        tables.insertNewByName(name, cell_address(sheet, column, row), descriptor)
    except uno().getClass("com.sun.star.uno.Exception") as error:
        raise _DoesNotFitError(
            f"LibreOffice did not create the pivot table at {cell_name(column, row)}: it does not fit into the sheet "
            "there. Choose a target_cell with more room right of it and below."
        ) from error
    covered = actual_area(tables.getByName(name).getOutputRange())
    return (
        f'Created the pivot table "{name}" in {covered.name} of {place(book, sheet)} '
        f"from {actual_area(data).name} of sheet {source.getName()}."
    )


def _forget(book: Any, name: str) -> None:
    """Remove a pivot table that has no cells; it was not recorded for Undo, and its removal is not."""
    manager = book.getUndoManager()
    manager.lock()
    for sheet in (book.getSheets().getByIndex(i) for i in range(book.getSheets().getCount())):
        tables = sheet.getDataPilotTables()
        if name in tables.getElementNames():
            tables.removeByName(name)
    manager.unlock()
    manager.clearRedo()


def _check_name(book: Any, name: str) -> None:
    """Raise ToolError for a name that a pivot table of any sheet has, or that cannot be one."""
    if not name.strip() or not name.isprintable() or utf16.length(name) > MAX_NAME:
        raise ToolError(
            f"{shorten(name)} cannot name a pivot table: use 1 to {MAX_NAME} printable characters."
        )
    for sheet in (book.getSheets().getByIndex(i) for i in range(book.getSheets().getCount())):
        names = sheet.getDataPilotTables().getElementNames()
        if name in names:
            raise ToolError(
                f'There is a pivot table "{name}" already in sheet {sheet.getName()}. '
                f"Its pivot tables are: {list_names(names)}."
            )


def _block(sheet: Any, fields: set[str]) -> Any:
    """The address of the block of cells on top of which most of these titles stand (lower case; letters are none).

    Of several the first that has more than one column; no pivot table's own. Raises ToolError without data.
    """
    tables = sheet.getDataPilotTables()
    outputs = [tables.getByIndex(i).getOutputRange() for i in range(tables.getCount())]
    blocks = [
        block
        for block in blocks_of(sheet)
        if block.EndRow > block.StartRow
        and not any(holds(output, block.StartRow, block.StartColumn) for output in outputs)
    ]

    def fitness(block: Any) -> tuple[int, bool]:
        titles = {title.lower() for title in _first_row(sheet, block)}
        return len(fields & titles), block.EndColumn > block.StartColumn

    if not blocks:
        raise ToolError(
            f"Sheet {sheet.getName()} holds no block of data: a pivot table needs a row of titles and rows below it."
        )
    return max(blocks, key=fitness)


def _first_row(sheet: Any, address: Any) -> list[str]:
    top = sheet.getCellRangeByPosition(
        address.StartColumn, address.StartRow, address.EndColumn, address.StartRow
    )
    return [top.getCellByPosition(i, 0).getString().strip() for i in range(top.getColumns().getCount())]


def _titles(sheet: Any, data: Any) -> list[str]:
    titles = _first_row(sheet, data)
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


def _check_fields(sheet: Any, data: Any, titles: list[str], fields: list[list[int]], function: str) -> None:
    rows, columns, values = fields
    for number, times in (*Counter(rows + columns).items(), *Counter(values).items()):
        if times > 1:
            raise ToolError(
                f'"{titles[number]}" is named twice: a column is a row field, a column field or a value once.'
            )
    if "Data" in titles and len(values) > 1:
        raise ToolError(
            'A column titled "Data" does not go with several values: Calc calls their layout so. Rename the column.'
        )
    if function == "count":
        return
    for number in values:
        column = data.StartColumn + number
        cells = sheet.getCellRangeByPosition(column, data.StartRow + 1, column, data.EndRow)
        if not any(isinstance(value, float) for (value,) in cells.getDataArray()):
            raise ToolError(
                f'Column "{titles[number]}" holds no numbers, so it has no {function}. Use "count" for it.'
            )


def _free_place(sheet: Any, start: Area | None) -> tuple[int, int]:
    """Where the table goes: nothing may stand right of or below it, since it grows that way."""
    used = used_area(sheet)
    filled = _filled_from(sheet, used, 0, 0)
    free = 0 if filled is None else used.last_column + 2
    column, row = (start.first_column, start.first_row) if start else (free, 0)
    if column > LAST_COLUMN:
        raise ToolError(f"Sheet {sheet.getName()} is used up to its last column. Give a free target_cell.")
    advice = (
        f'Choose a free place such as "{column_letters(free)}1".' if free < LAST_COLUMN else "Choose another."
    )
    if (cell := _filled_from(sheet, used, column, row)) is not None:
        raise ToolError(
            f"{cell_name(*cell)} of sheet {sheet.getName()} is filled, and a pivot table at "
            f"{cell_name(column, row)} could overwrite it. {advice}"
        )
    if sheet.getCellRangeByPosition(column, row, LAST_COLUMN, LAST_ROW).getIsMerged():
        raise ToolError(
            f"Right of or below {cell_name(column, row)} of sheet {sheet.getName()} are merged cells, which would hide "
            f"a part of a pivot table there. {advice}"
        )
    return column, row


def _filled_from(sheet: Any, used: Area, column: int, row: int) -> tuple[int, int] | None:
    """Column and row of the first filled cell of the used area at or right of and below a place, or None."""
    within = (column, row, used.last_column, used.last_row)
    found: Sequence[int] | None = run_in_process("used_cells.first_filled", sheet=sheet, within=within)
    return (found[0], found[1]) if found else None


def _describe(tables: Any, data: Any, places: list[list[int]], function: int) -> Any:
    """The description of a pivot table; places: the row fields, column fields and values as columns of the data."""
    rows, columns, values = places
    descriptor = tables.createDataPilotDescriptor()
    descriptor.setSourceRange(data)
    descriptor.setPropertyValue("ShowFilterButton", False)
    fields = descriptor.getDataPilotFields()

    def put(field: Any, orientation: str) -> Any:
        kind = uno().Enum("com.sun.star.sheet.DataPilotFieldOrientation", orientation)
        field.setPropertyValue("Orientation", kind)
        return field

    for number in rows:
        put(fields.getByIndex(number), "ROW")
    for number in columns:
        put(fields.getByIndex(number), "COLUMN")
    for number in values:
        put(fields.getByIndex(number), "DATA").setPropertyValue("Function2", function)
    if len(values) > 1:
        put(fields.getByName("Data"), "COLUMN")
    return descriptor
