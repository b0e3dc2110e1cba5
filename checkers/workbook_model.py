"""The model of workbooks of all file types."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from checkers.evidence import Unusable

Value = str | int | float | bool | datetime | date | None
"""A cell's content; dates are dates, empty cells None."""

FormatKind = Literal["general", "number", "currency", "percent", "date", "text"]

_CELL = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. `formula` begins with "=" or is ""; colours are 0xRRGGBB, None when not set."""

    value: Value = None
    formula: str = ""
    bold: bool = False
    italic: bool = False
    fill: int | None = None
    font_colour: int | None = None
    alignment: str = ""
    format_kind: FormatKind = "general"
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: "bar", "line", "pie", "area", "scatter", ...; `ranges` are the cells of its series."""

    kind: str
    title: str = ""
    ranges: tuple[str, ...] = ()


@dataclass(slots=True)
class Sheet:
    """A sheet; rows and columns are looked up by their names on the screen."""

    name: str
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict, repr=False)
    """By (row, column) from 1; only cells with content or format."""
    charts: list[Chart] = field(default_factory=list)
    hidden_rows: frozenset[int] = frozenset()
    hidden: bool = False

    def __getitem__(self, name: str) -> Cell:
        """The cell of a name such as "B3"; an empty one where there is none."""
        match = _CELL.fullmatch(name)
        if not match:
            raise KeyError(f"{name} is no cell name")
        return self.cells.get((int(match[2]), column_number(match[1])), Cell())

    @property
    def last_row(self) -> int:
        """The last row with content, 0 when the sheet is empty."""
        return max((row for (row, _), cell in self.cells.items() if cell.value is not None), default=0)

    @property
    def last_column(self) -> int:
        """The last column with content, counted from 1; 0 when the sheet is empty."""
        return max((column for (_, column), cell in self.cells.items() if cell.value is not None), default=0)

    def row(self, number: int) -> list[Value]:
        """A row's values from column A to the sheet's last column."""
        return [self.cells.get((number, column), Cell()).value for column in range(1, self.last_column + 1)]

    def rows(self, first: int = 1) -> list[list[Value]]:
        """All rows from the one given to the last."""
        return [self.row(number) for number in range(first, self.last_row + 1)]

    def column(self, name: str, first: int = 2) -> list[Value]:
        """A column's values, from a row to its last value; named by letters or its title in row 1.

        Raises Unusable when no column has the title.
        """
        number = self._column_named(name)
        values = [self.cells.get((row, number), Cell()).value for row in range(first, self.last_row + 1)]
        while values and values[-1] is None:
            values.pop()
        return values

    def _column_named(self, name: str) -> int:
        titles = [str(value).strip().lower() if value is not None else "" for value in self.row(1)]
        if name.strip().lower() in titles:
            return titles.index(name.strip().lower()) + 1
        if re.fullmatch(r"[A-Z]{1,3}", name):
            return column_number(name)
        raise Unusable(f'sheet {self.name} has a column titled "{name}"', titles)


@dataclass(slots=True)
class Workbook:
    """A workbook's sheets in order."""

    sheets: list[Sheet]

    @property
    def sheet_names(self) -> list[str]:
        return [sheet.name for sheet in self.sheets]

    def sheet(self, name: str) -> Sheet:
        """The sheet of this name. Raises Unusable."""
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        raise Unusable(f'there is a sheet "{name}"', self.sheet_names)


def column_number(letters: str) -> int:
    """ "A" is 1, "AA" is 27."""
    total = 0
    for letter in letters.upper():
        total = total * 26 + ord(letter) - ord("A") + 1
    return total


def cell_name(row: int, column: int) -> str:
    """Row 3 of column 2, both from 1, is "B3"."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"
