"""What Calc's tools for sizes, hidden rows, frozen panes and zoom promise."""

from __future__ import annotations

import re
from typing import Any, Final

from hypothesis import strategies as st
from openpyxl.utils import column_index_from_string, get_column_letter

from tests.guest.fuzz.calc_model import (
    PREFIX,
    active,
    last_cell,
    merged_areas,
    no_column,
    sheets,
    value,
)
from tests.guest.fuzz.calc_targets import is_protected, near
from tests.guest.fuzz.promises import ABSENT, REFUSED, Arguments, Expected, Promise, State

POINTS: Final = 72 / 2.54
"""Points of a centimetre, the unit of heights in .xlsx files."""

_COLUMNS: Final = (
    "A",
    "B",
    "C:D",
    "A,C:D",
    "item",
    "H",
    "AD",
    "XFD",
    "",
    "B1",
    "A:B:C",
    "Nothing",
    "x" * 5_000,
)
_ROWS: Final = ("1", "3", "2:5", "1,4:6", "5:2", "1048576", "", "0", "A:C", "1;2", "1048577", "1," * 5_000)
_SIZES: Final = (1, 2.5, 0.05, 14, 50, 0, -1, 51, 0.001)


def _sizing(name: str, lines: tuple[str, ...], size: str) -> Any:
    def arguments(_state: State) -> st.SearchStrategy[Arguments]:
        return st.fixed_dictionaries(
            {name: st.sampled_from(lines)},
            optional={size: st.sampled_from(_SIZES), "autofit": st.booleans()},
        )

    return arguments


def _is_size(arguments: Arguments, name: str) -> bool:
    """Whether exactly one of size and autofit is given, and the size is allowed."""
    size, fits = arguments.get(name), arguments.get("autofit", False)
    return (size is None) == fits and (size is None or 0.05 <= size <= 50)


def _columns_named(state: State, text: str) -> list[int] | None:
    """Numbers of columns from 1, by letters or a title of row 1; None for what names none."""
    sheet = active(state)
    titles = [
        str(value(state, sheet, column, 1) or "") for column in range(1, last_cell(state, sheet)[0] + 1)
    ]
    columns: list[int] = []
    for part in text.split(","):
        ends = []
        for end in part.split(":"):
            matches = [place for place, title in enumerate(titles, 1) if title.strip().lower() == end.lower()]
            if re.fullmatch("[A-Z]{1,2}|XFD", end):
                ends.append(column_index_from_string(end))
            elif end and len(matches) == 1:
                ends += matches
            else:
                return None
        if len(ends) > 2:
            return None
        columns += range(min(ends), max(ends) + 1)
    return columns


def _rows_named(text: str) -> list[int] | None:
    rows: list[int] = []
    for part in text.split(","):
        if not re.fullmatch(r"\d{1,7}(:\d{1,7})?", part):
            return None
        ends = [int(end) for end in part.split(":")]
        rows += range(min(ends), max(ends) + 1)
    return rows if all(1 <= row <= 1_048_576 for row in rows) else None


def _width(state: State, arguments: Arguments) -> Expected:
    sheet, columns = active(state), _columns_named(state, arguments["columns"])
    if not _is_size(arguments, "width") or is_protected(state, sheet):
        return REFUSED
    if columns is None:
        return no_column(state, sheet)
    paths = [f"sheet/{sheet}/columns/{get_column_letter(column)}" for column in columns]
    if "width" not in arguments:
        hidden = all(state.get(f"{path}/hidden") for path in paths)
        # LibreOffice's Redo may fit them otherwise.
        return REFUSED if hidden else Expected(free=tuple(f"{path}/width" for path in paths), redoable=False)
    if arguments["width"] < 1:
        return Expected(free=tuple(f"{path}/width" for path in paths))
    characters = arguments["width"] * WIDTH_OF_CENTIMETRE
    return Expected(
        changes={f"{path}/width": near(characters, 0.2 + characters / 100) for path in paths[:200]},
        free=(f"sheet/{sheet}/columns/*/width",) if "XFD" in arguments["columns"] else (),
    )


def _height(state: State, arguments: Arguments) -> Expected:
    sheet, rows = active(state), _rows_named(arguments["rows"])
    if rows is None or not _is_size(arguments, "height") or is_protected(state, sheet):
        return REFUSED
    paths = [f"sheet/{sheet}/rows/{row}" for row in rows]
    if "height" in arguments:
        # LibreOffice's Redo of a height does nothing.
        return Expected(
            changes={f"{path}/height": near(arguments["height"] * POINTS, 0.2) for path in paths},
            redoable=False,
        )
    visible = [path for path in paths if not state.get(f"{path}/hidden")]
    return Expected(changes={f"{path}/height": ABSENT for path in visible}) if visible else REFUSED


def _hide_arguments(_state: State) -> st.SearchStrategy[Arguments]:
    values = (
        "Pen",
        "East",
        "2",
        "2.0",
        "7.5",
        "-1",
        "1234567",
        "#DIV/0!",
        "007",
        "site",
        "pen",
        "",
        "nan",
        "1_0",
    )
    return st.fixed_dictionaries({}, optional={"value": st.sampled_from((*values, "x" * 100_000))})


def _hide(state: State, arguments: Arguments) -> Expected:
    sheet, text = active(state), arguments.get("value", "N/A")
    if is_protected(state, sheet):
        return REFUSED
    if merged_areas(state, sheet):  # openpyxl does not show what covered cells hold
        return Expected(error=None, free=(f"sheet/{sheet}/rows/*",))
    rows = {
        row
        for row in range(2, last_cell(state, sheet)[1] + 1)
        for column in range(1, last_cell(state, sheet)[0] + 1)
        if _holds(state, sheet, column, row, text)
    }
    if not rows:
        return REFUSED
    return Expected(
        changes={f"sheet/{sheet}/rows/{row}/hidden": True for row in rows},
        free=tuple(f"sheet/{sheet}/rows/{row}/height" for row in rows),
    )


def _holds(state: State, sheet: str, column: int, row: int, text: str) -> bool:
    path = f"sheet/{sheet}/cell/{get_column_letter(column)}{row}"
    content = state.get(f"{path}/shows", state.get(f"{path}/value"))
    if isinstance(content, bool) or not isinstance(content, (int, float)):
        return content == text and content not in (None, "")
    return bool(re.fullmatch(r"-?\d+(\.\d+)?", text)) and float(text) == content


def _freeze_arguments(_state: State) -> st.SearchStrategy[Arguments]:
    counts = st.sampled_from((0, 1, 2, 5, 1000, 1001, -1, 1.5))
    return st.fixed_dictionaries({}, optional={"rows": counts, "columns": counts})


def _freeze(state: State, arguments: Arguments) -> Expected:
    rows, columns = arguments.get("rows", 0), arguments.get("columns", 0)
    if rows not in range(1_001) or columns not in range(1_001):
        return REFUSED
    cell = f"{get_column_letter(columns + 1)}{rows + 1}" if rows or columns else ABSENT
    return Expected(
        error=None if rows > 5 or columns > 5 else False,  # whether they fit into the window
        changes={f"sheet/{active(state)}/freeze": cell},
        free=("view/first row", "view/first column"),
        undoable=False,
    )


def _zoom_arguments(_state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"zoom_percentage": st.sampled_from((20, 90, 100, 150, 400, 19, 401, -5, 99.5))}
    )


def _zoom(state: State, arguments: Arguments) -> Expected:
    percent = arguments["zoom_percentage"]
    if percent not in range(20, 401):
        return REFUSED
    changes: dict[str, object] = {f"sheet/{sheet}/zoom": percent for sheet in sheets(state)}
    free = ("view/first row", "view/first column")  # the cursor stays in view
    return Expected(changes={**changes, "view/zoom": percent}, free=free, undoable=False)


WIDTH_OF_CENTIMETRE: Final = 5.11
"""Widths in .xlsx files count characters: so many of LibreOffice's default font in a centimetre."""

LAYOUT_PROMISES: Final = [
    Promise(
        f"{PREFIX}adjust_column_width",
        "The columns have the width, or the visible ones fit their content; hidden ones stay hidden.",
        "Columns that are none, a width below 0.05 or above 50 cm, width together with autofit, a protected sheet, "
        "autofit of hidden columns alone.",
        _sizing("columns", _COLUMNS, "width"),
        _width,
    ),
    Promise(
        f"{PREFIX}adjust_row_height",
        "The rows have the height, or the visible ones fit their content; hidden ones stay hidden.",
        "Rows that are none, a height below 0.05 or above 50 cm, height together with autofit, a protected sheet, "
        "autofit of hidden rows alone.",
        _sizing("rows", _ROWS, "height"),
        _height,
    ),
    Promise(
        f"{PREFIX}hide_row_data",
        "The rows from row 2 on in which a cell holds exactly the value are hidden.",
        "A value that no cell holds, a protected sheet.",
        _hide_arguments,
        _hide,
    ),
    Promise(
        f"{PREFIX}freeze_panes",
        "The active sheet's first rows and columns are frozen, or none for 0 and 0; no step of Undo.",
        "Less than 0 or more than 1,000 rows or columns, more than fit into the window.",
        _freeze_arguments,
        _freeze,
    ),
    Promise(
        f"{PREFIX}set_zoom_level",
        "The window shows all sheets at the percentage; no step of Undo.",
        "Less than 20 or more than 400 percent.",
        _zoom_arguments,
        _zoom,
    ),
]
"""What Calc's tools for sizes, hidden rows, frozen panes and zoom promise."""
