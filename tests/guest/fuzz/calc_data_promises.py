"""What Calc's tools that rearrange or rewrite data promise."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from tests.guest.fuzz.calc_model import (
    CALCULATED,
    PREFIX,
    active,
    array_areas,
    cell_part,
    column_number,
    coordinate,
    has_formulas,
    is_filtered,
    is_locked,
    last_cell,
    merged_areas,
    no_column,
    place,
    sheet_called,
    value,
)
from tests.guest.fuzz.calc_targets import LAST_COLUMN
from tests.guest.fuzz.promises import ABSENT, REFUSED, Arguments, Expected, Promise, State

COLUMNS: Final = ("A", "B", "C", "D", "E", "G", "Price", "region", "Missing", "ZZ", "", "x" * 1_000_000)
UNDECIDED: Final = Expected(error=None, free=("sheet/*", "names/*"))


def _sort_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"column_name": st.sampled_from(COLUMNS)},
        optional={
            "ascending": st.sampled_from((True, False, "yes")),
            "start_index": st.sampled_from((1, 2, 3, 6, 40, 0, -1)),
        },
    )


def _sort(state: State, arguments: Arguments) -> Expected:
    sheet, start = active(state), arguments.get("start_index", 2)
    ascending = arguments.get("ascending", True)
    column = column_number(state, sheet, arguments["column_name"])
    if start < 1 or not isinstance(ascending, bool):
        return REFUSED
    if column is None:
        return no_column(state, sheet)
    width, last = last_cell(state, sheet)
    if start > last or column > width:
        return Expected(error=None)
    keys = [value(state, sheet, column, row) for row in range(start, last + 1)]
    area = f"A{start}:{coordinate(width, last)}"
    if is_locked(state, sheet, area) or not any(key is not None for key in keys):
        return REFUSED
    if array_areas(state, sheet) or merged_areas(state, sheet) or is_filtered(state, sheet):
        return Expected(error=None, free=("sheet/*",))
    if has_formulas(state, sheet) or not all(_is_plain(key) for key in keys):
        return Expected(free=(f"sheet/{sheet}/*", *CALCULATED))
    filled = [row for row in range(len(keys)) if keys[row] is not None]
    filled.sort(key=lambda row: _sort_key(keys[row]), reverse=not ascending)
    if len({_sort_key(keys[row]) for row in filled}) < len(filled):
        return Expected(
            free=(f"sheet/{sheet}/cell/*", f"sheet/{sheet}/rows/*/hidden", *CALCULATED, *_areas(sheet))
        )
    order = filled + [row for row in range(len(keys)) if keys[row] is None]
    changes: dict[str, object] = {}
    for position, row in enumerate(order):
        hidden = state.get(f"sheet/{sheet}/rows/{start + row}/hidden", ABSENT)
        changes[f"sheet/{sheet}/rows/{start + position}/hidden"] = hidden
        for each in range(1, width + 1):
            source = cell_part(state, sheet, coordinate(each, start + row))
            target = cell_part(state, sheet, coordinate(each, start + position))
            for name in {*source, *target}:
                path = f"sheet/{sheet}/cell/{coordinate(each, start + position)}/{name}"
                changes[path] = source.get(name, ABSENT)
    return Expected(changes=changes, free=(*CALCULATED, *_areas(sheet)))


def _is_plain(key: Any) -> bool:
    return (
        key is None
        or isinstance(key, (int, float))
        or (isinstance(key, str) and key.isascii() and key.isalnum())
    )


def _sort_key(key: Any) -> tuple[int, Any]:
    return (1, key.lower()) if isinstance(key, str) else (0, key)


def _areas(sheet: str) -> tuple[str, ...]:
    """Areas that follow the cells they are for."""
    return (f"sheet/{sheet}/validation/*", f"sheet/{sheet}/conditional/*")


def _reorder_arguments(state: State) -> st.SearchStrategy[Arguments]:
    names = st.sampled_from(COLUMNS)
    return st.fixed_dictionaries(
        {
            "column_order": st.permutations(["A", "B", "C", "D", "E"])
            | st.lists(st.sampled_from("ABCDE"), min_size=1, max_size=4, unique=True)
            | st.lists(names, max_size=4)
        }
    )


def _reorder(state: State, arguments: Arguments) -> Expected:
    sheet = active(state)
    numbers = [column_number(state, sheet, name) for name in arguments["column_order"]]
    listed = [number for number in numbers if number is not None]
    if not numbers or len(set(listed)) < len(listed):
        return REFUSED
    if len(listed) < len(numbers):
        return no_column(state, sheet)
    width, last = last_cell(state, sheet)
    if state.get(f"sheet/{sheet}/protection"):
        return REFUSED
    if (
        max(listed) > width
        or merged_areas(state, sheet)
        or array_areas(state, sheet)
        or is_filtered(state, sheet)
        or width == LAST_COLUMN
    ):
        return Expected(error=None, free=("sheet/*", "names/*"))
    order = listed + [column for column in range(1, width + 1) if column not in listed]
    refused = has_formulas(state, sheet) or any("SUM(Sales!A:C" in str(found) for found in state.values())
    changes: dict[str, object] = {}
    for number, column in enumerate(order, 1):
        for row in range(1, last + 1):
            new = value(state, sheet, column, row)
            if not str(new).startswith(("=", "{=")):
                path = f"sheet/{sheet}/cell/{coordinate(number, row)}/value"
                changes[path] = ABSENT if new is None else new
    # What formulas on other sheets show is not left open: they refer to the same data.
    kinds = (
        "value",
        "shows",
        "font*",
        "fill",
        "border*",
        "alignment*",
        "number_format",
        "comment",
        "hyperlink",
    )
    free = [f"sheet/{sheet}/cell/*/{kind}" for kind in (*kinds, "runs", "unlocked", "formula_hidden")]
    charts, ends = f"sheet/{sheet}/chart/*", f"sheet/{sheet}/chart_end/*"
    free += [f"sheet/{sheet}/columns/*", charts, ends, f"sheet/{sheet}/table/*", *_areas(sheet)]
    return Expected(
        error=None if refused else False,
        changes=changes,
        free=(*free, "sheet/*/cell/*/value", "names/*"),
        undo_free=(ends,),  # LibreOffice gives the empty rows of moved columns their height anew
    )


def _transpose_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "source_range": st.sampled_from(
                (
                    "A1:E6",
                    "A1:A3",
                    "B2:C3",
                    "Notes.A1:B1",
                    "H1:H8",
                    "B3",
                    "A:B",
                    "A1:XFD1048576",
                    "A1:",
                    "Missing.A1",
                )
            ),
            "target_cell": st.sampled_from(
                ("K10", "A10", "Notes.D3", "B2", "XFD1", "G1:H2", "Missing.A1", "")
            ),
        }
    )


def _transpose(state: State, arguments: Arguments) -> Expected:
    source, target = arguments["source_range"], arguments["target_cell"]
    wrong = ("A1:", "Missing.A1")
    too_wide = target == "XFD1" and source not in ("B3", "Notes.A1:B1")
    if source in wrong or target in ("G1:H2", "Missing.A1", "") or too_wide:
        return Expected(error=None if source in ("Notes.A1:B1", "A:B", "A1:XFD1048576") else True)
    source_name, _, area = source.rpartition(".")
    target_name, _, start = target.rpartition(".")
    source_sheet = sheet_called(state, source_name) if source_name else active(state)
    target_sheet = sheet_called(state, target_name) if target_name else active(state)
    if source_sheet is None or target_sheet is None:
        return REFUSED
    if (
        area in ("A1:XFD1048576", "A:B", "H1:H8")
        or start in ("B2", "XFD1")
        or merged_areas(state, source_sheet)
    ):
        return UNDECIDED
    if any(
        (
            merged_areas(state, target_sheet),
            array_areas(state, target_sheet),
            array_areas(state, source_sheet),
        )
    ):
        return UNDECIDED
    first, last = (area.split(":") * 2)[:2]
    (left, top), (right, bottom) = place(first), place(last)
    column, row = place(start)
    end = coordinate(column + bottom - top, row + right - left)
    apart = column > right or row > bottom or column + bottom - top < left or row + right - left < top
    if source_sheet == target_sheet and not apart:
        return REFUSED
    if is_locked(state, target_sheet, f"{start}:{end}"):
        return REFUSED
    changes: dict[str, object] = {}
    free = [*CALCULATED, *_areas(target_sheet)]
    for down in range(bottom - top + 1):
        for along in range(right - left + 1):
            copied = cell_part(state, source_sheet, coordinate(left + along, top + down))
            new = f"sheet/{target_sheet}/cell/{coordinate(column + down, row + along)}"
            old = cell_part(state, target_sheet, coordinate(column + down, row + along))
            if str(copied.get("value", "")).startswith("="):
                free.append(f"{new}/*")
                continue
            changes |= {f"{new}/{name}": copied.get(name, ABSENT) for name in {*copied, *old}}
    return Expected(changes=changes, free=tuple(free))


DATA_PROMISES: Final = [
    Promise(
        f"{PREFIX}sort_column",
        "Whole rows, with formats, comments, links and whether they are hidden, are in the column's order; rows above "
        "the first stay.",
        "Merged cells, array formulas, rows hidden by a filter, a column without values, locked cells.",
        _sort_arguments,
        _sort,
    ),
    Promise(
        f"{PREFIX}reorder_columns",
        "The columns stand in this order with formats and widths; formulas refer to the same data, wherever they are.",
        "Merged cells, array formulas, filters, empty columns, protected sheets, formulas over several columns "
        "that would not stay side by side.",
        _reorder_arguments,
        _reorder,
    ),
    Promise(
        f"{PREFIX}transpose_range",
        "The target holds the source's cells with rows and columns exchanged, formulas as values, with all formats.",
        "Overlaps, merged cells, parts of array formulas, locked cells, more than 10,000 cells.",
        _transpose_arguments,
        _transpose,
    ),
]
