"""Cells copied with rows and columns exchanged, each with all that belongs to it."""

from __future__ import annotations

from typing import Any

from com.sun.star.table import CellAddress, CellRangeAddress
from com.sun.star.table.CellContentType import FORMULA

from mcp_tools.libreoffice.in_process.cells import set_text

NUMBER = 1
"""com.sun.star.sheet.FormulaResult.VALUE."""


def copy(cells: Any, sheet: Any, column: int, row: int) -> None:
    """Copy a range to the place in a sheet where its upper left cell goes; formulas become their values."""
    origin, index = cells.getRangeAddress(), sheet.getRangeAddress().Sheet
    for down in range(origin.EndRow - origin.StartRow + 1):
        for right in range(origin.EndColumn - origin.StartColumn + 1):
            source = cells.getCellByPosition(right, down)
            at = source.getCellAddress()
            sheet.copyRange(
                CellAddress(index, column + down, row + right),
                CellRangeAddress(at.Sheet, at.Column, at.Row, at.Column, at.Row),
            )
            if source.Type == FORMULA:
                _set_value(sheet.getCellByPosition(column + down, row + right), source)


def _set_value(target: Any, source: Any) -> None:
    shown = source.getString()
    if source.getError() or source.FormulaResultType2 != NUMBER:
        set_text(target, shown)
    elif shown in ("TRUE", "FALSE"):
        target.setPropertyValue("FormulaLocal", shown)
    else:
        target.setValue(source.getValue())
