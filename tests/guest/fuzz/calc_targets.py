"""The cells that an argument of Calc's tools names, as the promises see them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st
from openpyxl.utils import column_index_from_string, get_column_letter

from tests.guest.fuzz.calc_model import active, last_cell, merged_areas, sheet_called
from tests.guest.fuzz.promises import State, Where

LAST_COLUMN, LAST_ROW = 16_384, 1_048_576

_RANGE: Final = re.compile(
    r"(?:(?P<sheet>\w+|'\w+')[.!])?\$?(?P<c1>[A-Za-z]{0,3})\$?(?P<r1>\d*)(?::\$?(?P<c2>[A-Za-z]{0,3})\$?(?P<r2>\d*))?"
)

WRONG: Final = (
    "",
    "A",
    "1A",
    "A0",
    "A1:",
    "A1:B",
    "XFE1",
    "A1048577",
    "R1C1",
    "Missing.A1",
    "A1;B2",
    "Z" * 3_000,
)


@dataclass(frozen=True)
class Target:
    """Cells of a sheet, from 1, ends included; `whole`: columns or rows, which end with the used area."""

    sheet: str
    min_col: int
    min_row: int
    max_col: int
    max_row: int
    whole: bool = False

    @property
    def area(self) -> str:
        first = f"{get_column_letter(self.min_col)}{self.min_row}"
        last = f"{get_column_letter(self.max_col)}{self.max_row}"
        return f"{first}:{last}"

    @property
    def is_one_cell(self) -> bool:
        return (self.min_col, self.min_row) == (self.max_col, self.max_row)

    def cells(self) -> Iterator[str]:
        for row in range(self.min_row, self.max_row + 1):
            for column in range(self.min_col, self.max_col + 1):
                yield f"{get_column_letter(column)}{row}"

    def paths(self, *names: str) -> tuple[str, ...]:
        """Patterns of these paths of every cell, those beyond the last value included for whole columns and rows."""
        cells = list(self.cells())
        if self.whole:
            cells = (
                [f"{get_column_letter(column)}*" for column in range(self.min_col, self.max_col + 1)]
                if self.min_row == 1
                else []
            )
            cells += [f"*{row}" for row in range(self.min_row, self.max_row + 1)] if self.min_col == 1 else []
        return tuple(f"sheet/{self.sheet}/cell/{cell}/{name}" for cell in cells for name in names)


def target(state: State, text: str) -> Target | None:
    """The cells that a range names, or None when it names none."""
    match = _RANGE.fullmatch(text.strip())
    if not match:
        return None
    named = match["sheet"]
    sheet = sheet_called(state, named.strip("'")) if named else active(state)
    first = (match["c1"], match["r1"])
    last = (match["c2"], match["r2"]) if match["c2"] is not None else first
    if sheet is None or not any(first) or [bool(part) for part in first] != [bool(part) for part in last]:
        return None
    if not all(first) and match["c2"] is None:
        return None
    used = last_cell(state, sheet)
    columns = sorted(column_index_from_string(part) for part in (first[0], last[0]) if part) or [1, used[0]]
    rows = sorted(int(part) for part in (first[1], last[1]) if part) or [1, used[1]]
    if rows[0] < 1 or rows[1] > LAST_ROW or columns[1] > LAST_COLUMN:
        return None
    return Target(sheet, columns[0], rows[0], columns[1], rows[1], whole=not all(first))


def ranges(state: State) -> st.SearchStrategy[str]:
    """Ranges around what makes a workbook difficult: valid, at its edges, and wrong ones."""
    columns, rows = st.sampled_from("ABCDEFGH"), st.integers(1, 9)
    cell = st.builds(lambda column, row: f"{column}{row}", columns, rows)
    merged = [area.coord for sheet in (active(state),) for area in merged_areas(state, sheet)]
    return st.one_of(
        cell,
        st.builds(lambda one, other: f"{one}:{other}", cell, cell),
        st.sampled_from(
            ("B:B", "A:C", "3:3", "1:2", "$B$2", "Notes.A1:B2", "'Last'!A1", "last.B2", "book.A1")
        ),
        st.sampled_from([*merged, "A1:E6"]),
        st.sampled_from(WRONG),
    )


def is_hidden_behind_merged(state: State, cells: Target) -> bool:
    """Whether all cells of the target lie behind the first one of merged cells."""
    return any(
        area.min_col <= cells.min_col
        and cells.max_col <= area.max_col
        and area.min_row <= cells.min_row
        and cells.max_row <= area.max_row
        and (area.min_col, area.min_row) != (cells.min_col, cells.min_row)
        for area in merged_areas(state, cells.sheet)
    )


def is_protected(state: State, sheet: str) -> bool:
    return bool(state.get(f"sheet/{sheet}/protection"))


def near(value: float, tolerance: float) -> Where:
    """A number that differs at most so much from this one."""
    return Where(
        lambda other: isinstance(other, (int, float)) and abs(other - value) <= tolerance, f"about {value:g}"
    )
