"""Calc's tools that rearrange or rewrite data: sorting, moving columns, transposing, filling, shortening numbers."""

from __future__ import annotations

import json
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any

from pydantic import Field

from mcp_tools.libreoffice import office
from mcp_tools.libreoffice.calc import FirstRow
from mcp_tools.libreoffice.cell_checks import (
    array_areas,
    covered_cells,
    holds,
    merged_areas,
    merged_error,
    part_of_array,
    refuse_part_of_array,
    refuse_unmovable,
)
from mcp_tools.libreoffice.cell_values import DATE, TIME, areas_of_format, write_changes
from mcp_tools.libreoffice.office import struct
from mcp_tools.libreoffice.properties import property_values
from mcp_tools.libreoffice.ranges import (
    LAST_COLUMN,
    LAST_ROW,
    Area,
    cell_name,
    column_letters,
    parse_cell,
    parse_range,
)
from mcp_tools.libreoffice.sheets import (
    CONTENT,
    Column,
    Range,
    area_of,
    column_of,
    columns_called,
    cut,
    place,
    ranges_of,
    refuse_enormous,
    refuse_protected,
    refuse_protected_sheet,
    sheet_named,
    used_area,
    workbook,
)
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

MAX_SORTED = 5_000_000
"""How many cells sort_column moves in one call; LibreOffice dies of billions."""

MAX_FILLED = 60_000
"""How many blank cells fill_blank_down fills in one call."""

MAX_TRANSPOSED = 10_000
"""How many cells transpose_range copies in one call; each is copied with all its formats."""


@tool("osworld_mcp_libreoffice_calc.sort_column", app="libreoffice_calc", idempotent=True)
def sort_column(
    column_name: Column,
    ascending: Annotated[bool, Field(description="True for smallest or A first.")] = True,
    start_index: FirstRow = 2,
) -> str:
    """Sort the rows of the active sheet by one column, in place.

    Whole rows move, from row `start_index` to the last. Numbers come before text, empty cells last; case is ignored.
    """
    with workbook() as book:
        sheet = sheet_named(book, None)
        used = used_area(sheet)
        column = column_of(sheet, column_name, used)
        if used.last_row + 1 < start_index:
            raise ToolError(
                f"Sheet {sheet.getName()} has nothing to sort from row {start_index} on. "
                f"Its last used row is {used.last_row + 1}."
            )
        area = Area(None, 0, start_index - 1, max(used.last_column, column), used.last_row)
        rows = sheet.getCellRangeByPosition(0, area.first_row, area.last_column, area.last_row)
        refuse_protected(sheet, rows)
        refuse_enormous(rows, MAX_SORTED)
        refuse_unmovable(sheet, rows, "sort")
        keys = sheet.getCellRangeByPosition(column, area.first_row, column, area.last_row)
        if not any(text for (text,) in keys.getFormulaArray()):
            raise ToolError(
                f"Column {column_letters(column)} of {place(book, sheet)} is empty from row {start_index} on: "
                "there is nothing to sort by."
            )
        field = struct(
            "com.sun.star.table.TableSortField", Field=column, IsAscending=ascending, IsCaseSensitive=False
        )
        fields = office.uno().Any("[]com.sun.star.table.TableSortField", (field,))
        office.uno().invoke(rows, "sort", (property_values(SortFields=fields, ContainsHeader=False),))
        numbers = [key for (key,) in keys.getDataArray() if isinstance(key, float)]
        if numbers != sorted(numbers, reverse=not ascending):
            raise ToolError(
                f"Calc did not sort {area.name} of {place(book, sheet)}: nothing was changed. "
                "Look for array formulas and merged cells in it."
            )
        displayed = [
            cut(rows.getCellByPosition(column, row).getString())
            for row in range(min(3, area.last_row - area.first_row + 1))
        ]
        return (
            f"Sorted the rows {area.name} of {place(book, sheet)} by column {column_letters(column)}, "
            f"which now begins with {', '.join(displayed)}."
        )


@tool("osworld_mcp_libreoffice_calc.reorder_columns", app="libreoffice_calc")
def reorder_columns(
    column_order: Annotated[
        list[str],
        Field(
            description='Letters or titles of row 1 in the new order, such as ["Name", "C"].', min_length=1
        ),
    ],
) -> str:
    """Move whole columns of the active sheet, with formats and widths, so that they stand in this order.

    Those not listed follow after them in their present order. Formulas keep referring to the same data.
    """
    with workbook() as book:
        sheet = sheet_named(book, None)
        refuse_protected_sheet(sheet)
        used = used_area(sheet)
        listed = columns_called(sheet, column_order, used)
        twice = [name for i, name in enumerate(column_order) if listed.index(listed[i]) != i]
        if twice:
            raise ToolError(
                f"{shorten(twice[0])} names a column that is in the list already: name each column once."
            )
        for column in listed:
            if column > used.last_column:
                raise ToolError(
                    f"Column {column_letters(column)} of {place(book, sheet)} is empty: the columns in use are A to "
                    f"{column_letters(used.last_column)}."
                )
        spare = run_in_process(
            "used_cells.free_column", sheet=sheet, first=used.last_column + 1, last=LAST_COLUMN
        )
        if spare is None:
            raise ToolError(f"{place(book, sheet)} is full up to its last column: no column can be moved.")
        refuse_unmovable(
            sheet, sheet.getCellRangeByPosition(0, 0, spare, used.last_row), "move the columns of"
        )
        order = listed + [column for column in range(used.last_column + 1) if column not in listed]
        run_in_process("columns.arrange", book=book, sheet=sheet, order=json.dumps(order), spare=spare)
        end = min(len(listed), 10)
        titles = [cut(sheet.getCellByPosition(i, 0).getString()) or "(no title)" for i in range(end)]
        return f"The columns of {place(book, sheet)} now begin with {', '.join(titles)}."


@tool("osworld_mcp_libreoffice_calc.transpose_range", app="libreoffice_calc")
def transpose_range(
    source_range: Range,
    target_cell: Annotated[str, Field(description='Where the upper left cell goes, such as "F1".')],
) -> str:
    """Copy cells with rows and columns exchanged, with their formats; overwrites what is at the target.

    Formulas become their values; the source stays as it is.
    """
    area, start = parse_range(source_range), parse_cell(target_cell)
    with workbook() as book:
        sheet, cells = area_of(book, area)
        refuse_enormous(cells, MAX_TRANSPOSED)
        source = cells.getRangeAddress()
        target_sheet = sheet_named(book, start.sheet)
        target = Area(
            start.sheet,
            start.first_column,
            start.first_row,
            start.first_column + source.EndRow - source.StartRow,
            start.first_row + source.EndColumn - source.StartColumn,
        )
        if target.last_column > LAST_COLUMN or target.last_row > LAST_ROW:
            raise ToolError(
                f"{area.name} does not fit at {start.name}: it would reach beyond the sheet's end."
            )
        if target_sheet.getRangeAddress().Sheet == source.Sheet and _overlap(source, target):
            raise ToolError(
                f"The target {target.name} overlaps the source {area.name}. Choose a target cell outside it, "
                f"such as {column_letters(used_area(sheet).last_column + 2)}1."
            )
        target_cells = target_sheet.getCellRangeByPosition(
            target.first_column, target.first_row, target.last_column, target.last_row
        )
        refuse_protected(target_sheet, target_cells)
        for part_sheet, part in ((sheet, cells), (target_sheet, target_cells)):
            if any(merged_areas(part_sheet, part)):
                raise merged_error(part, "transpose")
        refuse_part_of_array(target_sheet, target_cells)
        run_in_process(
            "transposed.copy",
            cells=cells,
            sheet=target_sheet,
            column=target.first_column,
            row=target.first_row,
        )
        return f"Transposed {area.name} of sheet {sheet.getName()} to {target.name} of {place(book, target_sheet)}."


@tool("osworld_mcp_libreoffice_calc.fill_blank_down", app="libreoffice_calc", idempotent=True)
def fill_blank_down(
    columns: Annotated[
        list[str] | None, Field(description="Letters or titles of row 1; default: all used columns.")
    ] = None,
) -> str:
    """Fill the blank cells of columns of the active sheet, from row 3 on, with the value above them.

    Goes down to the last row with content; blanks above a column's first value stay blank.
    """
    with workbook() as book:
        sheet = sheet_named(book, None)
        used = used_area(sheet)
        numbers = columns_called(sheet, columns, used) if columns else range(used.last_column + 1)
        last_column = max(used.last_column, *numbers)
        cells = sheet.getCellRangeByPosition(0, 0, last_column, used.last_row)
        refuse_protected(sheet, cells)
        covered = covered_cells(merged_areas(sheet, cells))
        last_row = _last_filled_row(cells)
        changes: dict[tuple[int, int], str | float] = {}
        for column in numbers:
            filled = _filled_down(sheet.getCellRangeByPosition(column, 0, column, last_row))
            changes.update(
                ((row, column), value) for row, value in filled.items() if (row, column) not in covered
            )
            if len(changes) > MAX_FILLED:
                raise ToolError(
                    f"More than {MAX_FILLED:,} cells would be filled: nothing was changed. Name fewer columns, "
                    "or fill them in parts with Edit > Fill Cells > Fill Down."
                )
        if changes:
            _copy_number_formats(book, cells, sorted(changes))
            write_changes(cells, changes)
        return f"Filled {len(changes)} blank cells of {place(book, sheet)}."


@tool(
    "osworld_mcp_libreoffice_calc.format_numbers_to_human_readable",
    app="libreoffice_calc",
    destructive=True,
    idempotent=True,
)
def format_numbers_to_human_readable(
    cell_range: Range,
) -> str:
    """Replace numbers of a million and more by text such as 1.2M, and of a billion and more such as 3.4B.

    One decimal, rounded half up; formulas are replaced too. Smaller numbers, dates and text stay as they are.
    """
    area = parse_range(cell_range)
    with workbook() as book:
        sheet, cells = area_of(book, area)
        refuse_enormous(cells)
        refuse_protected(sheet, cells)
        origin = cells.getRangeAddress()
        dates = [address for _, address in areas_of_format(book, cells, DATE | TIME)]
        formulas = cells.getFormulaArray()
        covered = covered_cells(merged_areas(sheet, cells))
        changes: dict[tuple[int, int], str | float] = {}
        for row, line in enumerate(cells.getDataArray()):
            for column, value in enumerate(line):
                text = human_readable(value) if isinstance(value, float) else None
                if (
                    text
                    and (origin.StartRow + row, origin.StartColumn + column) not in covered
                    and not any(
                        address.StartRow <= origin.StartRow + row <= address.EndRow
                        and address.StartColumn <= origin.StartColumn + column <= address.EndColumn
                        for address in dates
                    )
                ):
                    changes[row, column] = text
        if not changes:
            raise ToolError(
                f"No number in {area.name} of {place(book, sheet)} is a million or more: nothing was changed."
            )
        for area_of_array in array_areas(sheet, cells, formulas):
            for row, column in changes:
                if holds(area_of_array, origin.StartRow + row, origin.StartColumn + column):
                    name = cell_name(origin.StartColumn + column, origin.StartRow + row)
                    raise part_of_array(name, area_of_array)
        write_changes(cells, changes)
        example = next(iter(changes.values()))
        return f"Shortened {len(changes)} numbers in {area.name} of {place(book, sheet)}, such as {example}."


def human_readable(number: float) -> str | None:
    """1234567 as "1.2M", 3400000000 as "3.4B"; None below a million."""
    if abs(number) < 1_000_000:
        return None
    millions = _one_decimal(number, 10**6)
    return f"{millions}M" if abs(millions) < 1000 else f"{_one_decimal(number, 10**9)}B"


def _one_decimal(number: float, unit: int) -> Decimal:
    return (Decimal(repr(number)) / unit).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)


def _overlap(source: Any, target: Area) -> bool:
    return bool(
        source.StartColumn <= target.last_column
        and target.first_column <= source.EndColumn
        and source.StartRow <= target.last_row
        and target.first_row <= source.EndRow
    )


def _last_filled_row(cells: Any) -> int:
    """The last row of a range, which begins at A1, with any content."""
    address = cells.getRangeAddress()
    areas = run_in_process(
        "used_cells.list_content_areas",
        sheet=cells.getSpreadsheet(),
        flags=CONTENT,
        within=(0, 0, address.EndColumn, address.EndRow),
    )
    return max((bottom for _, _, _, bottom in areas), default=0)


def _filled_down(column: Any) -> dict[int, str | float]:
    """What blank cells of a column, from row 3 on, get from above, by row."""
    filled: dict[int, str | float] = {}
    above: str | float = ""
    lines = zip(column.getDataArray(), column.getFormulaArray(), strict=True)
    for row, ((value,), (formula,)) in enumerate(lines):
        if row and formula.strip():
            above = "" if value is None else value
        elif above != "":
            filled[row] = above
    return filled


def _copy_number_formats(book: Any, cells: Any, blanks: list[tuple[int, int]]) -> None:
    """Give cells the number format of the cell above them, where it differs."""
    groups = cells.getUniqueCellFormatRanges()
    if groups.getCount() == 1:
        return
    formats: dict[tuple[int, int], int] = {}
    for group in (groups.getByIndex(i) for i in range(groups.getCount())):
        key = group.getPropertyValue("NumberFormat")
        for address in group.getRangeAddresses():
            for row in range(address.StartRow, address.EndRow + 1):
                for column in range(address.StartColumn, address.EndColumn + 1):
                    formats[row, column] = key
    changed: dict[int, list[tuple[int, int, int, int]]] = {}
    for row, column in blanks:
        above = formats[row - 1, column]
        if formats[row, column] != above:
            formats[row, column] = above
            changed.setdefault(above, []).append((column, row, column, row))
    for key, areas in changed.items():
        ranges_of(book, cells.getSpreadsheet(), areas).setPropertyValue("NumberFormat", key)
