"""Cell references of a spreadsheet: "B3", "$A$1:C5", "A:C", "Sheet2.B3", "'My sheet'!A1:B2"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcp_tools.registry import ToolError

LAST_COLUMN = 1023
LAST_ROW = 1048575
"""Limits of a LibreOffice 7.4 sheet, counted from 0 (column AMJ, row 1048576)."""

_REFERENCE = re.compile(
    r"(?:\$?(?P<sheet>'(?:[^']|'')+'|[^'!.:$]+)[.!])?(?P<first>[^:]+?)(?:\s*:\s*(?P<last>[^:]+))?"
)
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_COLUMN = re.compile(r"\$?([A-Za-z]{1,3})")


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells, counted from 0, ends included; `sheet` is None for the active sheet."""

    sheet: str | None
    first_column: int
    first_row: int
    last_column: int
    last_row: int

    @property
    def name(self) -> str:
        first = cell_name(self.first_column, self.first_row)
        last = cell_name(self.last_column, self.last_row)
        return first if first == last else f"{first}:{last}"


def column_index(letters: str) -> int:
    """Column number from 0: "A" is 0, "AA" is 26. Raises ToolError beyond the sheet's last column."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    if number - 1 > LAST_COLUMN:
        raise ToolError(f"There is no column {letters.upper()}: the last column of a sheet is AMJ.")
    return number - 1


def column_letters(index: int) -> str:
    """Column letters of a number from 0: 0 is "A", 26 is "AA"."""
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_name(column: int, row: int) -> str:
    """The name of a cell whose column and row count from 0: (1, 2) is "B3"."""
    return f"{column_letters(column)}{row + 1}"


def parse_cell(text: str) -> Area:
    """One cell, such as "B3" or "Sheet2.B3". Raises ToolError."""
    area = parse_range(text)
    if ":" in area.name:
        raise ToolError(f'"{text}" names more than one cell. Name one cell, such as "B3".')
    return area


def parse_range(text: str) -> Area:
    """A rectangle such as "A1:C5", one cell, or whole columns such as "B:B". Raises ToolError."""
    match = _REFERENCE.fullmatch(text.strip())
    if not match:
        raise _not_a_range(text)
    sheet = match["sheet"]
    if sheet and sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    first = _corner(match["first"], text)
    last = _corner(match["last"], text) if match["last"] else first
    whole_column = first[1] is None
    if whole_column != (last[1] is None) or (whole_column and not match["last"]):
        raise _not_a_range(text)
    columns = sorted((first[0], last[0]))
    rows = sorted((first[1] or 0, LAST_ROW if last[1] is None else last[1]))
    return Area(sheet, columns[0], rows[0], columns[1], rows[1])


def _corner(text: str, whole: str) -> tuple[int, int | None]:
    if match := _CELL.fullmatch(text.strip()):
        row = int(match[2])
        if not 1 <= row <= LAST_ROW + 1:
            raise ToolError(f"There is no row {row}: rows are 1 to {LAST_ROW + 1}.")
        return column_index(match[1]), row - 1
    if match := _COLUMN.fullmatch(text.strip()):
        return column_index(match[1]), None
    raise _not_a_range(whole)


def _not_a_range(text: str) -> ToolError:
    return ToolError(f'"{text}" is no cell reference. Write a cell such as "B3" or a range such as "A1:C5".')
