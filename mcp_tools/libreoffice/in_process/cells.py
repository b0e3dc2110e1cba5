"""Changes of many single cells: unlike a range's they are recorded for Undo and keep comments and formats."""

from __future__ import annotations

import json
from typing import Any


def write(sheet: Any, entries: str) -> None:
    """Write cells: a JSON list of [column, row, content, typed] from 0; a number, a text, null to empty.

    A text stays as it is, or with `typed` Calc reads it.
    """
    annotations = sheet.getAnnotations()
    positions = (annotations.getByIndex(i).getPosition() for i in range(annotations.getCount()))
    commented = {(position.Column, position.Row) for position in positions}
    for column, row, content, typed in json.loads(entries):
        cell = sheet.getCellByPosition(column, row)
        keep_content(cell, commented=(column, row) in commented and content is not None)
        if content is None:
            cell.setFormula("")
        elif typed:
            cell.setPropertyValue("FormulaLocal", content)
        elif isinstance(content, str):
            set_text(cell, content)
        else:
            cell.setValue(content)


def keep_content(cell: Any, *, commented: bool) -> None:
    """Before a cell is filled: let Undo bring back what the Undo of other changes would not.

    That is the comment of an empty cell, which it deletes, and a text such as "=1/0", of which it makes a formula.
    """
    is_like_formula = cell.getType().value == "TEXT" and cell.getString().startswith("=")
    if is_like_formula or (commented and not cell.getFormula()):
        cell.setArrayFormula("=1")


def set_text(cell: Any, text: str) -> None:
    """Make a text the cell's content, whatever it looks like; the number format stays."""
    if text.isalpha():
        cell.setString(text)
        return
    number_format = cell.getPropertyValue("NumberFormat")
    keep_number_format(cell)
    cell.setString(text)
    if cell.getPropertyValue("NumberFormat") != number_format:
        cell.setPropertyValue("NumberFormat", number_format)


def keep_number_format(cell: Any) -> None:
    """Let Undo bring back the number format, which new content changes without a record of its own."""
    cell.setPropertyValue("NumberFormat", cell.getPropertyValue("NumberFormat"))
