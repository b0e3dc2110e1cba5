"""What Calc's tools for reading and for entering values promise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.calc_model import (
    CALCULATED,
    PREFIX,
    active,
    array_areas,
    column_number,
    coordinate,
    cuts_array,
    inherited_formats,
    is_covered,
    is_locked,
    last_cell,
    no_column,
    sheet_called,
    sheets,
    value,
)
from tests.guest.fuzz.calc_targets import LAST_ROW
from tests.guest.fuzz.promises import ABSENT, REFUSED, Arguments, Expected, Promise, State

LONGEST = "x" * 32_767
MISTAKES: Final = ("=1+", "=foo(1)", "=IFERROR(foo(1),2)", "=Missing!A1", "\x01", LONGEST + "y", "1e400")
TYPED: Final[Mapping[str, object]] = {
    "12.5": 12.5,
    "-3": -3,
    "Total": "Total",
    "2024-03-01": "2024-03-01T00:00:00",
    "50%": 0.5,
    "'007": "007",
    "'=literal": "=literal",
    "''=quoted": "'=quoted",
    "'tis": "'tis",
    "=SUM(B2:B4)": "=SUM(B2:B4)",
    "=Notes!A1": "=Notes!A1",
    "=1/0": "=1/0",
    "a\nb": "a\nb",
    "a\r\nb": "a\nb",
    " 😀 数量 ": " 😀 数量 ",
    "": ABSENT,
    LONGEST: LONGEST,
}
"""What a text becomes in a cell whose format is General."""

CELLS: Final = ("A1", "B3", "c5", "$D$4", "E6", "G2", "H8", "Notes.A1", "Notes!B1", "'Last'.C3", "XFD1048576")
NO_CELLS: Final = ("", "A1:B2", "A", "3", "XFE1", "A0", "A1048577", "Missing.A1", "R1C1", "A1" * 500_000)
COLUMNS: Final = (
    "A",
    "B",
    "c",
    "E",
    "H",
    "AD",
    "Price",
    "day",
    "Region",
    "Missing",
    "ABCD",
    " ",
    "x" * 1_000_000,
)


def _set_cell_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "cell": st.sampled_from(CELLS) | st.sampled_from(CELLS) | st.sampled_from(NO_CELLS),
            "value": st.sampled_from([*TYPED, *MISTAKES, "z" * 1_000_000]),
        }
    )


def _set_cell(state: State, arguments: Arguments) -> Expected:
    text = arguments["value"]
    if arguments["cell"] in NO_CELLS or text in MISTAKES or len(text) > len(LONGEST):
        return REFUSED
    name = arguments["cell"].replace("!", ".").replace("'", "").replace("$", "").upper()
    sheet_name, _, cell = name.rpartition(".")
    sheet = sheet_called(state, sheet_name) if sheet_name else active(state)
    if sheet is None or (text == "=Notes!A1" and sheet_called(state, "Notes") is None):
        return REFUSED
    if (
        is_locked(state, sheet, cell)
        or is_covered(state, sheet, cell)
        or cuts_array(state, sheet, f"{cell}:{cell}")
    ):
        return REFUSED
    path = f"sheet/{sheet}/cell/{cell}"
    number_format = state.get(f"{path}/number_format")
    free = [*CALCULATED, f"{path}/runs", f"{path}/hyperlink", f"{path}/number_format", f"{path}/array"]
    free += [f"{path}/alignment/wrap_text", f"{path}/value", f"sheet/{sheet}/dimension"]
    free += (
        [f"{path}/font/name"] if "数" in text else []
    )  # .xlsx has one font a cell: that of its text's script
    changes = {} if number_format else {f"{path}/value": TYPED[text]}
    if number_format == "@":
        changes = {f"{path}/value": text.replace("\r\n", "\n") or ABSENT} if text[:1] != "'" else {}
    # LibreOffice's Redo makes a formula of such a text.
    return Expected(
        changes=changes,
        free=tuple(free),
        redoable=not text.startswith("'="),
        undo_free=inherited_formats(state),
    )


ITEMS: Final[Mapping[str | float | bool, object]] = {
    3: 3,
    -0.25: -0.25,
    True: True,
    "East": "East",
    "12.5": 12.5,
    "2024-03-01": "2024-03-01T00:00:00",
    "'007": "007",
    "site": "site",
    "plain bold red end": "plain bold red end",
}


def _set_column_arguments(state: State) -> st.SearchStrategy[Arguments]:
    items = st.sampled_from([*ITEMS, None])
    wrong = st.sampled_from(("=A1", LONGEST + "y", "\x02"))
    return st.fixed_dictionaries(
        {
            "column_name": st.sampled_from(COLUMNS),
            "data": st.lists(items, min_size=1, max_size=6)
            | st.lists(items, min_size=1, max_size=6)
            | st.lists(items | wrong, max_size=3),
        },
        optional={"start_index": st.sampled_from((1, 2, 3, 7, 1_048_576, 1_048_577, 0, -1))},
    )


def _set_column(state: State, arguments: Arguments) -> Expected:
    sheet, data, start = active(state), arguments["data"], arguments.get("start_index", 2)
    column = column_number(state, sheet, arguments["column_name"])
    if not data or not 1 <= start <= 1_048_577 - len(data):
        return REFUSED
    if any(isinstance(item, str) and item not in ITEMS for item in data):
        return REFUSED
    if column is None:
        return no_column(state, sheet)
    area = f"{coordinate(column, start)}:{coordinate(column, start + len(data) - 1)}"
    if is_locked(state, sheet, area):
        return REFUSED
    changes: dict[str, object] = {}
    free = list(CALCULATED)
    for row, item in enumerate(data, start):
        path = f"sheet/{sheet}/cell/{coordinate(column, row)}"
        expected = ABSENT if item is None else ITEMS[item]
        present = state.get(f"{path}/value", ABSENT)
        if present == expected and type(present) is type(expected):
            continue
        number_format = state.get(f"{path}/number_format")
        free += [f"{path}/{name}" for name in ("value", "runs", "hyperlink", "number_format", "array")]
        if not number_format:
            changes[f"{path}/value"] = expected
    open_ended = is_covered(state, sheet, area) or any(
        array.bounds for array in array_areas(state, sheet) if array.min_col <= column <= array.max_col
    )
    return Expected(
        error=None if open_ended else False,
        changes=changes,
        free=tuple(free),
        undo_free=inherited_formats(state),
    )


def _no_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.just({})


def _env_info_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {},
        optional={
            "sheet_name": st.sampled_from((None, "Sales", "notes", "Last", "Missing", "", "x" * 1_000_000))
        },
    )


def _env_info(state: State, arguments: Arguments) -> Expected:
    name = arguments.get("sheet_name")
    sheet = active(state) if name is None else sheet_called(state, name)
    if sheet is None:
        return REFUSED

    def check(result: ToolResult) -> str | None:
        content = result.structured or {}
        rows = [content["headers"], *content["data"]]
        columns, last = last_cell(state, sheet)
        if len(rows) < last and f"rows {len(rows) + 1} to {last}" not in content["left_out"]:
            return f"{len(rows)} of {last} rows are listed, and none is said to be left out"
        for row in range(1, min(last, len(rows)) + 1):
            for column in range(1, columns + 1):
                expected, seen = value(state, sheet, column, row), rows[row - 1][column - 1]
                plain = isinstance(expected, (str, int, float)) and not isinstance(expected, bool)
                cell = coordinate(column, row)
                if str(expected).startswith(("=", "{=")):
                    if f"sheet/{sheet}/cell/{cell}/shows" in state and cell not in content["formulas"]:
                        return f"the formula of {cell} is missing"
                elif plain and not _is_same(expected, seen):
                    return f"{cell} is {seen!r:.60}, not {expected!r:.60}"
        return None

    return Expected(answer=check, long_answer=True)


def _is_same(expected: object, seen: object) -> bool:
    if isinstance(expected, str):
        if not isinstance(seen, str):
            return False
        return seen[:2000] == expected[:2000] or seen.replace(" ", "T") in expected or expected[:10] in seen
    return seen == expected or isinstance(seen, str)


def _workbook_info(state: State, arguments: Arguments) -> Expected:
    def check(result: ToolResult) -> str | None:
        info: dict[str, Any] = result.structured or {}
        if info.get("sheets") != sheets(state) or info.get("active_sheet") != active(state):
            return f"the sheets are {sheets(state)}, {active(state)} is active"
        return None

    return Expected(answer=check, long_answer=True)


def _column_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"column_name": st.sampled_from(COLUMNS)})


def _column_data(state: State, arguments: Arguments) -> Expected:
    sheet = active(state)
    column = column_number(state, sheet, arguments["column_name"])
    if column is None:
        return no_column(state, sheet)

    def check(result: ToolResult) -> str | None:
        content: dict[str, Any] = result.structured or {}
        if is_covered(state, sheet, f"{coordinate(column, 1)}:{coordinate(column, LAST_ROW)}"):
            return None  # openpyxl does not show what lies behind merged cells
        expected = [value(state, sheet, column, row) for row in range(2, last_cell(state, sheet)[1] + 1)]
        while expected and expected[-1] is None:
            expected.pop()
        if len(content["data"]) != len(expected):
            return f"{len(content['data'])} values instead of {len(expected)}"
        return None

    return Expected(answer=check, long_answer=True)


def _save(state: State, arguments: Arguments) -> Expected:
    return Expected(undoable=False)


VALUE_PROMISES: Final = [
    Promise(
        f"{PREFIX}env_info",
        "The sheet's values and formulas as they are; nothing changes.",
        "A missing sheet.",
        _env_info_arguments,
        _env_info,
    ),
    Promise(
        f"{PREFIX}get_workbook_info",
        "The file, the sheets in order and the active one; nothing changes.",
        "Nothing.",
        _no_arguments,
        _workbook_info,
    ),
    Promise(
        f"{PREFIX}get_column_data",
        "The column's values down to its last filled cell; nothing changes.",
        "A missing or ambiguous column.",
        _column_arguments,
        _column_data,
    ),
    Promise(
        f"{PREFIX}set_cell_value",
        "The cell holds what the text means when typed; a decimal point is one in every locale; comments stay.",
        "Cells behind merged ones, parts of array formulas, locked cells, formulas with mistakes or unknown names, "
        "texts over 32,767 characters.",
        _set_cell_arguments,
        _set_cell,
    ),
    Promise(
        f"{PREFIX}set_column_values",
        "The cells hold the values; one that holds its value already stays untouched, as do comments.",
        "Formulas, and what set_cell_value refuses, before anything is changed.",
        _set_column_arguments,
        _set_column,
    ),
    Promise(
        f"{PREFIX}save",
        "The workbook's file holds it, in that file's format.",
        "A workbook without a file, a read-only one, one that another program changed meanwhile.",
        _no_arguments,
        _save,
    ),
]
