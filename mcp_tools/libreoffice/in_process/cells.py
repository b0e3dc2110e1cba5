"""Changes of many single cells: unlike a range's they are recorded for Undo and keep comments and formats."""

from __future__ import annotations

import json
from typing import Any


def write(sheet: Any, entries: str) -> None:
    """Write cells: a JSON list of [column, row, content] from 0; a number, a text as it is, null to empty."""
    for column, row, content in json.loads(entries):
        cell = sheet.getCellByPosition(column, row)
        if content is None:
            cell.setFormula("")
        elif isinstance(content, str):
            set_text(cell, content)
        else:
            cell.setValue(content)


def set_text(cell: Any, text: str) -> None:
    """Make a text the cell's content, whatever it looks like; the number format stays."""
    if text.isalpha():
        cell.setString(text)
        return
    number_format = cell.getPropertyValue("NumberFormat")
    cell.setPropertyValue("NumberFormat", number_format)  # recorded: the next line's change of it is not
    cell.setString(text)
    if cell.getPropertyValue("NumberFormat") != number_format:
        cell.setPropertyValue("NumberFormat", number_format)
