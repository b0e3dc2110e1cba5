"""Cell references of a spreadsheet: "B3", "$A$1:C5", "A:C", "Sheet2.B3", "'My sheet'!A1:B2"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

LAST_COLUMN = 16_383
LAST_ROW = 1_048_575
"""Limits of a sheet since LibreOffice 7.4, counted from 0 (column XFD, row 1048576)."""

_REFERENCE = re.compile(
    r"(?:\$?(?P<sheet>'(?:[^']|'')+'(?=[.!])|[^!:$]+(?=!)|[^'!.:$]+(?=\.))[.!])?(?P<first>[^:]+?)(?:\s*:\s*(?P<last>[^:]+))?"
)
_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_COLUMN = re.compile(r"\$?([A-Za-z]{1,3})")
_ROW = re.compile(r"\$?([0-9]{1,7})")
_ROWS = re.compile(r"([0-9]{1,7})(?:\s*[:-]\s*([0-9]{1,7}))?")


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
        if (self.first_row, self.last_row) == (0, LAST_ROW):
            return f"{column_letters(self.first_column)}:{column_letters(self.last_column)}"
        if (self.first_column, self.last_column) == (0, LAST_COLUMN):
            return f"{self.first_row + 1}:{self.last_row + 1}"
        first = cell_name(self.first_column, self.first_row)
        last = cell_name(self.last_column, self.last_row)
        return first if first == last else f"{first}:{last}"


def column_index(letters: str) -> int:
    """Column number from 0: "A" is 0, "AA" is 26. Raises ToolError beyond the sheet's last column."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    if number - 1 > LAST_COLUMN:
        raise ToolError(f"There is no column {letters.upper()}: the last column of a sheet is XFD.")
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


def area_name(address: Any) -> str:
    """The name of UNO's address of a range, such as "A1:C5"."""
    return Area(None, address.StartColumn, address.StartRow, address.EndColumn, address.EndRow).name


def parse_cell(text: str) -> Area:
    """One cell, such as "B3" or "Sheet2.B3". Raises ToolError."""
    area = parse_range(text)
    if ":" in area.name:
        raise ToolError(f'{shorten(text)} names more than one cell. Name one cell, such as "B3".')
    return area


def parse_range(text: str) -> Area:
    """A rectangle such as "A1:C5", one cell, whole columns such as "B:B" or rows such as "1:3". Raises ToolError."""
    match = _REFERENCE.fullmatch(text.strip())
    if not match:
        raise _not_a_range(text)
    sheet = match["sheet"]
    if sheet and sheet.startswith("'") and sheet.endswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    first = _corner(match["first"], text)
    last = _corner(match["last"], text) if match["last"] else first
    if [part is None for part in first] != [part is None for part in last]:
        raise _not_a_range(text)
    if None in first and not match["last"]:
        raise _not_a_range(text)
    columns = (0, LAST_COLUMN) if first[0] is None or last[0] is None else sorted((first[0], last[0]))
    rows = (0, LAST_ROW) if first[1] is None or last[1] is None else sorted((first[1], last[1]))
    return Area(sheet, columns[0], rows[0], columns[1], rows[1])


def parse_rows(text: str) -> list[tuple[int, int]]:
    """Rows such as "3", "1:10" or "1,4:6" as pairs of first and last, counted from 0. Raises ToolError."""
    rows = []
    for part in text.split(","):
        match = _ROWS.fullmatch(part.strip())
        if not match:
            raise ToolError(
                f'{shorten(text)} names no rows. Write a row such as "3", or rows such as "1:10" or "1,4:6".'
            )
        numbers = sorted(_row_index(number) for number in match.groups() if number)
        rows.append((numbers[0], numbers[-1]))
    return rows


def _corner(text: str, whole: str) -> tuple[int | None, int | None]:
    if match := _CELL.fullmatch(text.strip()):
        return column_index(match[1]), _row_index(match[2])
    if match := _COLUMN.fullmatch(text.strip()):
        return column_index(match[1]), None
    if match := _ROW.fullmatch(text.strip()):
        return None, _row_index(match[1])
    raise _not_a_range(whole)


def _row_index(number: str) -> int:
    if not 1 <= int(number) <= LAST_ROW + 1:
        raise ToolError(f"There is no row {int(number)}: rows are 1 to {LAST_ROW + 1}.")
    return int(number) - 1


def _not_a_range(text: str) -> ToolError:
    return ToolError(
        f'{shorten(text)} is no cell reference. Write a cell such as "B3" or a range such as "A1:C5"; '
        "another sheet's are written 'Sheet name'.B3."
    )
