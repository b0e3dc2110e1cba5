"""Formats of parts of cells' text."""

from __future__ import annotations

from typing import Any

FORMATTED = 512
"""com.sun.star.sheet.CellFlags.FORMATTED: text of which parts have formats of their own, and links."""


def format_runs(cells: Any, properties: Any) -> None:
    """Give the text's parts that have formats of their own these properties too, which the cell's would not reach."""
    rich = cells.queryContentCells(FORMATTED).getCells().createEnumeration()
    while rich.hasMoreElements():
        cell = rich.nextElement()
        text = cell.createTextCursor()
        text.gotoStart(False)
        text.gotoEnd(True)
        for item in properties:
            text.setPropertyValue(item.Name, item.Value)
