"""Changes of a sheet after each of which LibreOffice would paint."""

from __future__ import annotations

import json
from typing import Any


def hide_rows(sheet: Any, runs: Any) -> int:
    """Hide rows, given as pairs of first and last from 0; returns how many of them were hidden before."""
    hidden = 0
    lines = sheet.getRows()
    for first, last in runs:
        visible = [lines.getByIndex(row).getPropertyValue("IsVisible") for row in range(first, last + 1)]
        hidden += visible.count(False)
        if any(visible):
            sheet.getCellRangeByPosition(0, first, 0, last).getRows().setPropertyValue("IsVisible", False)
    return hidden


def set_sizes(sheet: Any, lines: str, spans: str, name: str, value: Any) -> None:
    """Set the width or height of columns or rows (a JSON list of first and last, from 0), or that it fits."""
    for first, last in json.loads(spans):
        _lines(sheet, lines, first, last).setPropertyValue(name, value)


def sizes(sheet: Any, lines: str, places: str, name: str) -> list[int]:
    """The width or height of each of some columns or rows (a JSON list, from 0), in 1/100 mm."""
    return [int(_lines(sheet, lines, place, place).getPropertyValue(name)) for place in json.loads(places)]


def _lines(sheet: Any, lines: str, first: int, last: int) -> Any:
    if lines == "Columns":
        return sheet.getCellRangeByPosition(first, 0, last, 0).getColumns()
    return sheet.getCellRangeByPosition(0, first, 0, last).getRows()
