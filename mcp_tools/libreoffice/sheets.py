"""What Calc's tools share: finding sheets, columns and used areas, reading and entering values."""

from __future__ import annotations

import re
from typing import Any

from mcp_tools.libreoffice.ranges import LAST_ROW, Area, column_index, column_letters
from mcp_tools.registry import ToolError

CellValue = str | int | float | None

_LETTERS = re.compile(r"[A-Za-z]{1,3}")
_EXCEL_SHEET = re.compile(r"\$?(?:'((?:[^']|'')+)'|([\w.]+))!")

_FORMULA_MISTAKES = {501, 502, 504, 507, 508, 509, 510, 511, 512, 514, 516, 517, 520, 525, 533}
"""Calc's error codes for a formula that is itself wrong, unlike one whose data are (#DIV/0!, #N/A)."""

DATE_OR_TIME = 2 | 4
"""Bits of com.sun.star.util.NumberFormat."""


def sheet_named(book: Any, name: str | None) -> Any:
    """The sheet of this name, upper or lower case, or the active sheet for None. Raises ToolError."""
    if not name:
        return book.getCurrentController().getActiveSheet()
    names = book.getSheets().getElementNames()
    same = [item for item in names if item == name] or [i for i in names if i.lower() == name.lower()]
    if not same:
        raise ToolError(f'There is no sheet "{name}". The sheets are: {", ".join(names)}.')
    return book.getSheets().getByName(same[0])


def area_of(book: Any, area: Area) -> tuple[Any, Any]:
    """The sheet and the cell range that an area names; whole columns end with the sheet's used area."""
    sheet = sheet_named(book, area.sheet)
    last_row = area.last_row
    if (area.first_row, area.last_row) == (0, LAST_ROW):
        last_row = used_area(sheet).last_row
    cells = sheet.getCellRangeByPosition(area.first_column, area.first_row, area.last_column, last_row)
    return sheet, cells


def used_area(sheet: Any) -> Area:
    """From A1 to the last cell with content or format."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    address = cursor.getRangeAddress()
    return Area(None, 0, 0, address.EndColumn, address.EndRow)


def column_of(sheet: Any, name: str) -> int:
    """The number, from 0, of a column named by its letters or by the title in row 1. Raises ToolError."""
    last = used_area(sheet).last_column
    name = name.strip()
    if _LETTERS.fullmatch(name) and len(name) < 3 and column_index(name) <= last:
        return column_index(name)
    titles = [cell.strip() for cell in row_texts(sheet, 0, last)]
    for candidates in (titles, [title.lower() for title in titles]):
        wanted = name if candidates is titles else name.lower()
        if wanted and candidates.count(wanted) > 1:
            raise ToolError(f'Several columns are titled "{name}". Name the one you mean by its letter.')
        if wanted in candidates:
            return candidates.index(wanted)
    if _LETTERS.fullmatch(name):
        return column_index(name)
    listed = ", ".join(f"{column_letters(i)}={title}" for i, title in enumerate(titles) if title)
    raise ToolError(
        f'There is no column "{name}" in sheet "{sheet.getName()}". '
        f"Give a column letter or a title of row 1: {listed or 'row 1 is empty'}."
    )


def row_texts(sheet: Any, row: int, last_column: int) -> list[str]:
    """The cells of a row, from column A, as text."""
    data = sheet.getCellRangeByPosition(0, row, last_column, row).getDataArray()[0]
    return [str(value_of(cell) if value_of(cell) is not None else "") for cell in data]


def value_of(raw: Any) -> CellValue:
    """A cell of getDataArray as plain data: None when empty, int for whole numbers."""
    if isinstance(raw, float):
        return int(raw) if raw.is_integer() and abs(raw) < 1e15 else raw
    return str(raw) if raw not in ("", None) else None


def values_of(book: Any, cells: Any) -> list[list[CellValue]]:
    """A range's values: numbers, text, None for empty; dates and times as the screen shows them."""
    rows = [[value_of(raw) for raw in row] for row in cells.getDataArray()]
    origin = cells.getRangeAddress()
    groups = cells.getUniqueCellFormatRanges()
    formats = book.getNumberFormats()
    for group in (groups.getByIndex(i) for i in range(groups.getCount())):
        if (
            not formats.getByKey(group.getPropertyValue("NumberFormat")).getPropertyValue("Type")
            & DATE_OR_TIME
        ):
            continue
        for address in group.getRangeAddresses():
            for row in range(address.StartRow, address.EndRow + 1):
                for column in range(address.StartColumn, address.EndColumn + 1):
                    i, j = row - origin.StartRow, column - origin.StartColumn
                    if rows[i][j] is not None:
                        rows[i][j] = str(cells.getCellByPosition(j, i).getString())
    return rows


def enter(cell: Any, text: str) -> None:
    """Put text into a cell as if it were typed: number, date, formula, or else text.

    A formula that Calc cannot read leaves the cell as it was and raises ToolError.
    """
    before = cell.getFormula()
    cell.setPropertyValue("FormulaLocal", _calc_formula(text) if text.startswith("=") else text)
    code = cell.getError()
    if text.startswith("=") and code in _FORMULA_MISTAKES:
        shown = cell.getString()
        cell.setFormula(before)
        raise ToolError(
            f"Calc cannot compute the formula {text} ({shown or f'Err:{code}'}); the cell is as it was. "
            "Check function names, brackets and sheet names; arguments are separated by commas."
        )


def _calc_formula(text: str) -> str:
    """A formula with Excel's sheet references (Sheet2!A1) written as Calc's ($'Sheet2'.A1)."""
    parts = re.split(r'("[^"]*")', text)
    parts[::2] = [_EXCEL_SHEET.sub(r"$'\1\2'.", part) for part in parts[::2]]
    return "".join(parts)
