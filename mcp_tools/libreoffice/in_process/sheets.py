"""Changes of a sheet after each of which LibreOffice would paint."""

from __future__ import annotations

from typing import Any


def hide_rows(sheet: Any, runs: Any) -> int:
    """Hide rows, given as pairs of first and last from 0; returns how many of them were hidden before."""
    hidden = 0
    for first, last in runs:
        rows = sheet.getCellRangeByPosition(0, first, 0, last).getRows()
        visible = [rows.getByIndex(i).getPropertyValue("IsVisible") for i in range(rows.getCount())]
        hidden += visible.count(False)
        if any(visible):
            rows.setPropertyValue("IsVisible", False)
    return hidden


def set_size(lines: Any, name: str, value: Any) -> None:
    """Set the width or height of columns or rows, or that it fits their content."""
    lines.setPropertyValue(name, value)
