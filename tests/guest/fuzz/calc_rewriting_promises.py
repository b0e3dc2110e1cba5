"""What Calc's tools that rewrite cells where they are promise."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from hypothesis import strategies as st

from tests.guest.fuzz.calc_data_promises import COLUMNS
from tests.guest.fuzz.calc_model import (
    CALCULATED,
    PREFIX,
    active,
    column_number,
    coordinate,
    has_formulas,
    is_covered,
    is_locked,
    last_cell,
    no_column,
    place,
    sheet_called,
    value,
)
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State


def _fill_arguments(state: State) -> st.SearchStrategy[Arguments]:
    some = st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=3)
    return st.fixed_dictionaries({}, optional={"columns": st.none() | some | st.just([])})


def _fill(state: State, arguments: Arguments) -> Expected:
    sheet = active(state)
    names = arguments.get("columns")
    width, last = last_cell(state, sheet)
    numbers = [column_number(state, sheet, name) for name in names] if names else list(range(1, width + 1))
    columns = [number for number in numbers if number is not None]
    if len(columns) < len(numbers):
        return no_column(state, sheet)
    if state.get(f"sheet/{sheet}/protection"):
        return Expected(error=None, free=(f"sheet/{sheet}/*", *CALCULATED))
    changes: dict[str, object] = {}
    free = list(CALCULATED)
    for column in columns:
        above: Any = None
        is_known = True
        for row in range(2, last + 1):
            cell = coordinate(column, row)
            path = f"sheet/{sheet}/cell/{cell}"
            present = value(state, sheet, column, row)
            if present is not None:
                above, is_known = state.get(f"{path}/shows", present), True
            elif is_covered(state, sheet, f"{cell}:{cell}"):
                is_known = False  # openpyxl does not show what lies behind merged cells
            elif not is_known:
                free.append(f"{path}/*")
            elif above is not None:
                free += [
                    f"{path}/font/name",  # .xlsx has one font a cell: that of its text's script
                    f"{path}/number_format",
                    f"{path}/alignment/wrap_text",
                    f"{path}/value",
                    f"{path}/runs",
                ]
                if not str(above).startswith("#") and above not in ("", True, False) and not _is_dated(above):
                    changes[f"{path}/value"] = above
    like_formulas = any(str(new).startswith("=") for new in changes.values())
    # LibreOffice's Redo makes a formula of such a text.
    return Expected(changes=changes, free=tuple(free), redoable=not like_formulas)


def _is_dated(above: Any) -> bool:
    return isinstance(above, str) and above[4:5] == "-"


def _human_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "cell_range": st.sampled_from(
                ("A1:E6", "E:E", "E2", "B2:C4", "A1:H8", "Notes.A1:C5", "1:3", "", "E2:")
            )
        }
    )


def _human(state: State, arguments: Arguments) -> Expected:
    name, _, area = arguments["cell_range"].rpartition(".")
    sheet = sheet_called(state, name) if name else active(state)
    if sheet is None or area in ("", "E2:"):
        return REFUSED
    if area not in ("A1:E6", "E2", "B2:C4", "A1:H8") or has_formulas(state, sheet):
        return Expected(error=None, free=(f"sheet/{sheet}/cell/*", *CALCULATED))
    first, last = (area.split(":") * 2)[:2]
    (left, top), (right, bottom) = place(first), place(last)
    if is_locked(state, sheet, f"{first}:{last}"):
        return REFUSED
    changes: dict[str, object] = {}
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            cell = coordinate(column, row)
            number = state.get(f"sheet/{sheet}/cell/{cell}/value")
            is_large = isinstance(number, (int, float)) and abs(number) >= 1_000_000
            if is_large and not is_covered(state, sheet, f"{cell}:{cell}"):
                changes[f"sheet/{sheet}/cell/{cell}/value"] = _shortened_number(number)
    return Expected(changes=changes, free=CALCULATED) if changes else REFUSED


def _shortened_number(number: float) -> str:
    for unit, letter in ((10**6, "M"), (10**9, "B")):
        rounded = (Decimal(repr(number)) / unit).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
        if abs(rounded) < 1000 or letter == "B":
            return f"{rounded}{letter}"
    raise AssertionError(number)


REWRITING_PROMISES: Final = [
    Promise(
        f"{PREFIX}fill_blank_down",
        "Blank cells hold the value above, with its number format; all others stay, also behind merged ones.",
        "Missing columns, locked cells.",
        _fill_arguments,
        _fill,
    ),
    Promise(
        f"{PREFIX}format_numbers_to_human_readable",
        "Numbers of a million and more are texts such as 1.2M; all other cells stay.",
        "Ranges without such a number, parts of array formulas, locked cells.",
        _human_arguments,
        _human,
    ),
]
