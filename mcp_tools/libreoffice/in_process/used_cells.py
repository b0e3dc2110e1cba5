"""The part of a sheet that holds data: cells with content, but for those whose text is blank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

CONTENT = 1 | 2 | 4 | 16
"""com.sun.star.sheet.CellFlags: VALUE, DATETIME, STRING, FORMULA."""

FORMULAS = 16

STRIP = 1_024
"""How many rows are queried at once."""

CHUNK = 4096
"""How many cells are read at once, from the end of a range."""


Area = tuple[int, int, int, int]
"""First column, first row, last column, last row, from 0."""


def end(sheet: Any) -> tuple[int, int]:
    """The last column and the last row, from 0, that hold data; (0, 0) for an empty sheet."""
    areas = list(content_areas(sheet, CONTENT))
    return (
        _last(areas, 0, 2, lambda a, first, last: sheet.getCellRangeByPosition(first, a[1], last, a[3])),
        _last(areas, 1, 3, lambda a, first, last: sheet.getCellRangeByPosition(a[0], first, a[2], last)),
    )


def content_areas(sheet: Any, flags: int, within: Sequence[int] | None = None) -> Iterator[Area]:
    """The areas of a sheet, or of an area of it, with content of these kinds (com.sun.star.sheet.CellFlags).

    They end at every 1,024th row: to query a sheet takes a time that grows with the square of the number of areas.
    """
    for areas in _content_strips(sheet, flags, within):
        yield from areas


def _content_strips(sheet: Any, flags: int, within: Sequence[int] | None) -> Iterator[list[Area]]:
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    used = cursor.getRangeAddress()
    left, top, right, bottom = within or (0, 0, used.EndColumn, used.EndRow)
    right, bottom = min(right, used.EndColumn), min(bottom, used.EndRow)
    for first in range(top, bottom + 1, STRIP) if left <= right else ():
        strip = sheet.getCellRangeByPosition(left, first, right, min(first + STRIP - 1, bottom))
        addresses = strip.queryContentCells(flags).getRangeAddresses()
        yield [(item.StartColumn, item.StartRow, item.EndColumn, item.EndRow) for item in addresses]


def list_content_areas(sheet: Any, flags: int, within: Sequence[int]) -> list[Area]:
    """As `content_areas`, as a list."""
    return list(content_areas(sheet, flags, within))


def first_filled(sheet: Any, within: Sequence[int]) -> tuple[int, int] | None:
    """Column and row of the first filled cell of an area, row by row, or None."""
    for areas in _content_strips(sheet, CONTENT, within):
        if areas:
            left, top, _, _ = min(areas, key=lambda area: (area[1], area[0]))
            return left, top
    return None


def first_corners(sheet: Any, limit: int) -> list[tuple[int, int]]:
    """Column and row of the upper left cells of areas with content, from the top down, at most so many."""
    areas = sorted(content_areas(sheet, CONTENT), key=lambda area: (area[1], area[0]))
    return [(left, top) for left, top, _, _ in areas[:limit]]


def free_column(sheet: Any, first: int, last: int) -> int | None:
    """The first of these columns without any content, or None."""
    taken = {
        column for left, _, right, _ in content_areas(sheet, CONTENT) for column in range(left, right + 1)
    }
    return next((column for column in range(first, last + 1) if column not in taken), None)


def _last(
    areas: Iterable[Area],
    start: int,
    end: int,
    lines: Callable[[Area, int, int], Any],
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
