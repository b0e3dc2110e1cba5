"""Questions about a workbook's state (`calc_reader`) that the promises of Calc's tools ask."""

from __future__ import annotations

from typing import Any, Final

from openpyxl.utils import column_index_from_string, coordinate_to_tuple, get_column_letter
from openpyxl.worksheet.cell_range import CellRange

from tests.guest.fuzz.promises import REFUSED, Expected, State

PREFIX: Final = "osworld_mcp_libreoffice_calc."
CALCULATED: Final = ("sheet/*/cell/*/shows",)
"""What formulas show follows the cells they refer to."""


def inherited_formats(state: State) -> tuple[str, ...]:
    """Number formats that formulas without one take from a new value, and that LibreOffice's Undo leaves."""
    formulas = [
        path.removesuffix("/value")
        for path, content in state.items()
        if path.endswith("/value") and str(content).startswith(("=", "{="))
    ]
    without = [path for path in formulas if f"{path}/number_format" not in state]
    return tuple(f"{path}/{name}" for path in without for name in ("number_format", "shows"))


def active(state: State) -> str:
    """The name of the sheet that is shown."""
    return str(state["view/active"])


def sheets(state: State) -> list[str]:
    """The names of the sheets in order."""
    names = state["sheets"]
    assert isinstance(names, list)
    return names


def sheet_called(state: State, name: str) -> str | None:
    """The sheet of this name, upper or lower case."""
    return next((sheet for sheet in sheets(state) if sheet.lower() == name.lower()), None)


def value(state: State, sheet: str, column: int, row: int) -> Any:
    """A cell's value or formula, from column 1 and row 1; what an array shows; None when it is empty."""
    path = f"sheet/{sheet}/cell/{coordinate(column, row)}"
    return state.get(f"{path}/value", state.get(f"{path}/shows"))


def coordinate(column: int, row: int) -> str:
    return f"{get_column_letter(column)}{row}"


def place(cell: str) -> tuple[int, int]:
    """The column and the row, from 1, of a cell such as "B3"."""
    letters = cell.rstrip("0123456789")
    return ord(letters) - ord("A") + 1, int(cell.removeprefix(letters))


def last_cell(state: State, sheet: str) -> tuple[int, int]:
    """The last column and the last row with a value, from 1."""
    ends = [cell for cell, path in _cells(state, sheet) if path in ("value", "shows")]
    return max((c for c, _ in ends), default=1), max((r for _, r in ends), default=1)


def column_number(state: State, sheet: str, name: str) -> int | None:
    """The column, from 1, with this letter or title in row 1; None when there is none or there are several.

    None also for letters beyond the cells that may be the title of a covered one, see `no_column`.
    """
    name = name.strip()
    width = max((column for (column, _), _ in _cells(state, sheet)), default=1)
    if name.isalpha() and name.isascii() and len(name) < 3 and column_index_from_string(name) <= width:
        return column_index_from_string(name)
    titles = [str(value(state, sheet, column, 1) or "").strip() for column in range(1, width + 1)]
    for candidates, target in ((titles, name), ([title.lower() for title in titles], name.lower())):
        if target and target in candidates:
            return candidates.index(target) + 1 if candidates.count(target) == 1 else None
    if any(area.min_row == 1 for area in merged_areas(state, sheet)):
        return None
    if name.isalpha() and name.isascii() and len(name) <= 3 and name.upper().rjust(3) <= "XFD":
        return column_index_from_string(name)
    return None


def no_column(state: State, sheet: str) -> Expected:
    """What a call must do with a column that `column_number` does not know.

    It may be the title of a covered cell: openpyxl does not show what these hold.
    """
    if any(area.min_row == 1 for area in merged_areas(state, sheet)):
        return Expected(error=None, free=("sheet/*", "names/*"))
    return REFUSED


def merged_areas(state: State, sheet: str) -> list[CellRange]:
    return [CellRange(area) for area in _names(state, f"sheet/{sheet}/merged/")]


def array_areas(state: State, sheet: str) -> list[CellRange]:
    areas = (state[f"sheet/{sheet}/cell/{coordinate(*cell)}/array"] for cell in arrays(state, sheet))
    return [CellRange(str(area)) for area in areas]


def arrays(state: State, sheet: str) -> list[tuple[int, int]]:
    """The cells, as column and row, that hold an array formula."""
    return [cell for cell, path in _cells(state, sheet) if path == "array"]


def is_covered(state: State, sheet: str, area: str) -> bool:
    """Whether a cell of the area lies behind another one of merged cells."""
    cells = CellRange(area)
    return any(
        (row, column) != (merged.min_row, merged.min_col)
        for merged in merged_areas(state, sheet)
        for row in range(max(merged.min_row, cells.min_row), min(merged.max_row, cells.max_row) + 1)
        for column in range(max(merged.min_col, cells.min_col), min(merged.max_col, cells.max_col) + 1)
    )


def cuts_array(state: State, sheet: str, area: str) -> bool:
    """Whether the area holds some cells of an array formula of several cells and not others."""
    cells = CellRange(area)
    return any(
        not cells.isdisjoint(array) and not array.issubset(cells) for array in array_areas(state, sheet)
    )


def is_locked(state: State, sheet: str, area: str) -> bool:
    """Whether the sheet's protection keeps a cell of the area from being changed."""
    if not state.get(f"sheet/{sheet}/protection"):
        return False
    cells = CellRange(area)
    return any(
        not state.get(f"sheet/{sheet}/cell/{coordinate(column, row)}/unlocked")
        for row in range(cells.min_row, cells.max_row + 1)
        for column in range(cells.min_col, cells.max_col + 1)
    )


def cell_part(state: State, sheet: str, cell: str) -> State:
    """What the state holds of one cell: "value", "font/b", "comment" and so on."""
    start = f"sheet/{sheet}/cell/{cell}/"
    return {path.removeprefix(start): found for path, found in state.items() if path.startswith(start)}


def has_formulas(state: State, sheet: str) -> bool:
    return any(path == "shows" for _, path in _cells(state, sheet))


def is_filtered(state: State, sheet: str) -> bool:
    return f"sheet/{sheet}/filter" in state


def _cells(state: State, sheet: str) -> list[tuple[tuple[int, int], str]]:
    """Each cell's column and row with the last part of each of its paths."""
    entries = []
    for name in _names(state, f"sheet/{sheet}/cell/"):
        cell, _, path = name.partition("/")
        row, column = coordinate_to_tuple(cell)
        entries.append(((column, row), path))
    return entries


def _names(state: State, start: str) -> list[str]:
    return [path.removeprefix(start) for path in state if path.startswith(start)]
