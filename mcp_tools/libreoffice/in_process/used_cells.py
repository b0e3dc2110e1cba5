"""The part of a sheet that holds data: cells with content, but for those whose text is blank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

CONTENT = 1 | 2 | 4 | 16
"""com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING, FORMULA."""

CHUNK = 4096
"""How many cells are read at once, from the end of a range."""


def end(sheet: Any) -> tuple[int, int]:
    """The last column and the last row, from 0, that hold data; (0, 0) for an empty sheet."""
    areas = [
        (item.StartColumn, item.StartRow, item.EndColumn, item.EndRow)
        for item in sheet.queryContentCells(CONTENT).getRangeAddresses()
    ]
    return (
        _last(areas, 0, 2, lambda a, first, last: sheet.getCellRangeByPosition(first, a[1], last, a[3])),
        _last(areas, 1, 3, lambda a, first, last: sheet.getCellRangeByPosition(a[0], first, a[2], last)),
    )


def free_column(sheet: Any, first: int, last: int) -> int | None:
    """The first of these columns without any content, or None."""
    areas = sheet.queryContentCells(CONTENT).getRangeAddresses()
    taken = {column for area in areas for column in range(area.StartColumn, area.EndColumn + 1)}
    return next((column for column in range(first, last + 1) if column not in taken), None)


def _last(
    areas: Iterable[tuple[int, int, int, int]],
    start: int,
    end: int,
    lines: Callable[[tuple[int, int, int, int], int, int], Any],
) -> int:
    """The last line (column or row) in which one of these areas holds data."""
    found = 0
    for area in sorted(areas, key=lambda area: area[end], reverse=True):
        breadth = (area[2] - area[0] + 1) * (area[3] - area[1] + 1) // (area[end] - area[start] + 1)
        step = max(1, CHUNK // breadth)
        last = area[end]
        while last > found and last >= area[start]:
            first = max(area[start], last - step + 1)
            if (line := _last_with_content(lines(area, first, last), columns=start == 0)) is not None:
                found = max(found, first + line)
                break
            last = first - 1
        if area[end] <= found:
            break
    return found


def _last_with_content(cells: Any, *, columns: bool) -> int | None:
    filled = [
        column if columns else row
        for row, line in enumerate(cells.getFormulaArray())
        for column, text in enumerate(line)
        if text.strip()
    ]
    return max(filled, default=None)
