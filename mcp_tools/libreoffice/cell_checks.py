"""What keeps cells from being changed: part of an array formula, merged cells, texts that no file holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mcp_tools.libreoffice import utf16
from mcp_tools.libreoffice.ranges import area_name, cell_name
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_TEXT = 32_767
"""Characters of a cell in an .xlsx file; LibreOffice cuts longer texts when it saves one."""

_NOT_STORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML, and so each of Calc's formats, cannot hold."""


def check_text(text: str) -> str:
    """The text as a cell can hold it, lines separated by line feeds. Raises ToolError for what is lost at saving."""
    if utf16.length(text) > MAX_TEXT:
        raise ToolError(
            f"The text {shorten(text)} is too long: a cell holds at most {MAX_TEXT:,} characters. "
            "Split it over several cells."
        )
    if match := _NOT_STORABLE.search(text):
        raise ToolError(
            f"The text {shorten(text)} holds the character U+{ord(match[0]):04X}, which no file can store. "
            "Leave it out."
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refuse_covered(sheet: Any, cells: Any) -> None:
    """Raise ToolError when the first of these cells lies behind the upper left one of merged cells."""
    area = _merged_area(sheet, cells)
    own = cells.getRangeAddress()
    if (area.StartColumn, area.StartRow) != (own.StartColumn, own.StartRow):
        raise ToolError(
            f"{cell_name(own.StartColumn, own.StartRow)} lies behind the merged cells {area_name(area)}, which show "
            f"{cell_name(area.StartColumn, area.StartRow)}: name that one, or split them first with "
            "Format > Merge and Unmerge Cells."
        )


def merged_areas(sheet: Any, cells: Any) -> Iterator[Any]:
    """The addresses of the merged cells that touch a range."""
    cursor = sheet.createCursorByRange(cells)
    cursor.collapseToMergedArea()
    if cursor.getIsMerged():
        yield from _find_merged(sheet, cursor.getRangeAddress())


def covered_cells(areas: Iterable[Any]) -> set[tuple[int, int]]:
    """The cells of merged areas that lie behind the upper left one, as row and column of the sheet from 0."""
    return {
        (row, column)
        for area in areas
        for row in range(area.StartRow, area.EndRow + 1)
        for column in range(area.StartColumn, area.EndColumn + 1)
        if (row, column) != (area.StartRow, area.StartColumn)
    }


def array_areas(sheet: Any, cells: Any, formulas: Sequence[Sequence[str]] | None = None) -> list[Any]:
    """The addresses of the array formulas of several cells that touch a range; `formulas` are the range's."""
    origin = cells.getRangeAddress()
    areas: list[Any] = []
    for row, line in enumerate(cells.getFormulaArray() if formulas is None else formulas, origin.StartRow):
        for column, text in enumerate(line, origin.StartColumn):
            if text.startswith("{=") and not any(holds(area, row, column) for area in areas):
                cursor = sheet.createCursorByRange(sheet.getCellByPosition(column, row))
                cursor.collapseToCurrentArray()
                area = cursor.getRangeAddress()
                if (area.StartColumn, area.StartRow) != (area.EndColumn, area.EndRow):
                    areas.append(area)
    return areas


def refuse_part_of_array(sheet: Any, cells: Any, formulas: Sequence[Sequence[str]] | None = None) -> None:
    """Raise ToolError when the range holds some cells of an array formula and not all of them."""
    own = cells.getRangeAddress()
    for area in array_areas(sheet, cells, formulas):
        if not (holds(own, area.StartRow, area.StartColumn) and holds(own, area.EndRow, area.EndColumn)):
            raise part_of_array(area_name(own), area)


def part_of_array(name: str, area: Any) -> ToolError:
    """The error for a range, such as "B3", of which an array formula's area is changed in part."""
    whole = area_name(area)
    return ToolError(
        f"{name} holds a part of the array formula in {whole}, which Calc changes only as a whole. "
        f"Choose cells outside it, or delete the formula first: select {whole} and press Delete."
    )


def refuse_cut_merged(sheet: Any, cells: Any) -> None:
    """Raise ToolError when the range cuts through merged cells."""
    cursor = sheet.createCursorByRange(cells)
    cursor.collapseToMergedArea()
    own, whole = cells.getRangeAddress(), cursor.getRangeAddress()
    if own != whole:
        raise ToolError(
            f"{area_name(own)} cuts through merged cells, which reach to {area_name(whole)}. "
            "Choose other cells, or split them first with Format > Merge and Unmerge Cells."
        )


def merged_error(cells: Any, action: str) -> ToolError:
    """The error for merged cells in a range that an action, such as "sort", cannot be done with."""
    return ToolError(
        f"{area_name(cells.getRangeAddress())} holds merged cells, so Calc cannot {action} it. "
        "Split them first with Format > Merge and Unmerge Cells."
    )


def refuse_filtered(cells: Any, action: str) -> None:
    """Raise ToolError when a filter hides rows of a range."""
    address = cells.getRangeAddress()
    shown = {
        row
        for part in cells.queryVisibleCells().getRangeAddresses()
        for row in range(part.StartRow, part.EndRow + 1)
    }
    hidden = [row for row in range(address.StartRow, address.EndRow + 1) if row not in shown]
    if not hidden:
        return
    rows = cells.getSpreadsheet().getRows()
    if any(rows.getByIndex(row).getPropertyValue("IsFiltered") for row in hidden):
        raise ToolError(
            f"A filter hides rows of {area_name(address)}, so Calc cannot {action} it. "
            "Show all rows first with Data > AutoFilter."
        )


def refuse_unmovable(sheet: Any, cells: Any, action: str) -> None:
    """Raise ToolError for what cannot be moved in parts: merged cells, array formulas, pivot tables, filtered rows."""
    if any(merged_areas(sheet, cells)):
        raise merged_error(cells, action)
    if arrays := array_areas(sheet, cells):
        raise ToolError(
            f"{area_name(cells.getRangeAddress())} holds the array formula in {area_name(arrays[0])}, so Calc cannot "
            f"{action} it. Delete the formula first, or replace it by formulas of single cells."
        )
    refuse_filtered(cells, action)
    tables, own = sheet.getDataPilotTables(), cells.getRangeAddress()
    for table in (tables.getByIndex(i) for i in range(tables.getCount())):
        output = table.getOutputRange()
        if own.StartRow <= output.EndRow and output.StartColumn <= own.EndColumn:
            raise ToolError(
                f"{area_name(own)} holds the pivot table in {area_name(output)}, so Calc cannot {action} it. "
                "Work on the table's source, or delete the pivot table first."
            )


def _merged_area(sheet: Any, cell: Any) -> Any:
    cursor = sheet.createCursorByRange(cell)
    cursor.collapseToMergedArea()
    return cursor.getRangeAddress()


def _find_merged(sheet: Any, address: Any) -> Iterator[Any]:
    """Halve a range until each part that holds merged cells is one cell."""
    cells = sheet.getCellRangeByPosition(
        address.StartColumn, address.StartRow, address.EndColumn, address.EndRow
    )
    if not cells.getIsMerged():
        return
    first, last = cells.getRangeAddress(), cells.getRangeAddress()
    if address.EndRow > address.StartRow:
        first.EndRow = (address.StartRow + address.EndRow) // 2
        last.StartRow = first.EndRow + 1
    elif address.EndColumn > address.StartColumn:
        first.EndColumn = (address.StartColumn + address.EndColumn) // 2
        last.StartColumn = first.EndColumn + 1
    else:
        yield _merged_area(sheet, cells)
        return
    yield from _find_merged(sheet, first)
    yield from _find_merged(sheet, last)


def holds(area: Any, row: int, column: int) -> bool:
    """Whether UNO's address of a range holds a cell, counted from 0."""
    return bool(area.StartRow <= row <= area.EndRow and area.StartColumn <= column <= area.EndColumn)
