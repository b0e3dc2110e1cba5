"""What a range of cells is: its own area, merged, covered, part of an array formula."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.ranges import Area, cell_name


def actual_area(cells: Any) -> Area:
    """The area of a UNO range (or of its address); whole columns and rows end with the sheet's used area."""
    address = cells.getRangeAddress() if hasattr(cells, "getRangeAddress") else cells
    return Area(None, address.StartColumn, address.StartRow, address.EndColumn, address.EndRow)


def covering_cell(sheet: Any, cells: Any) -> str | None:
    """The merged cell behind which all these cells are hidden, or None when one of them shows."""
    cursor = sheet.createCursorByRange(cells)
    cursor.collapseToMergedArea()
    merged, area = actual_area(cursor), actual_area(cells)
    if merged == area:
        return None
    cursor = sheet.createCursorByRange(cells.getCellByPosition(0, 0))
    cursor.collapseToMergedArea()
    merged = actual_area(cursor)
    first = (merged.first_column, merged.first_row)
    inside = merged.last_column >= area.last_column and merged.last_row >= area.last_row
    if inside and first != (area.first_column, area.first_row):
        return cell_name(*first)
    return None


def is_merged(cells: Any) -> bool:
    """Whether all of these cells together are one merged cell."""
    if not cells.getIsMerged():
        return False
    cursor = cells.getSpreadsheet().createCursorByRange(cells.getCellByPosition(0, 0))
    cursor.collapseToMergedArea()
    return actual_area(cursor) == actual_area(cells)


def has_array_formula(cells: Any) -> bool:
    """Whether one of the cells holds an array formula or a part of one."""
    return any(text.startswith("{=") for row in cells.getFormulaArray() for text in row)
