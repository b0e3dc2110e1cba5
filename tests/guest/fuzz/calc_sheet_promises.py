"""What Calc's tools for sheets promise."""

from __future__ import annotations

import re
from typing import Final

from hypothesis import strategies as st

from tests.guest.fuzz.calc_model import (
    CALCULATED,
    PREFIX,
    active,
    array_areas,
    cell_part,
    coordinate,
    cuts_array,
    is_filtered,
    is_locked,
    merged_areas,
    place,
    sheet_called,
    sheets,
)
from tests.guest.fuzz.promises import ABSENT, REFUSED, Arguments, Expected, Promise, State

SHEET_NAMES: Final = ("Sales", "sales", "Notes", "Last", "Missing", "book", "")
NEW_NAMES: Final = (
    "Q3",
    "notes",
    "It's",
    "'x",
    "a/b",
    "x" * 31,
    "x" * 32,
    "数量",
    " ",
    "",
    "a\nb",
    "Q1.2024",
)

_FORBIDDEN = re.compile(r"[\[\]*?:/\\\x00-\x1f]")


def is_sheet_name(name: str) -> bool:
    """Whether a sheet of an xlsx or ods file can be called so."""
    return bool(name.strip()) and not (_FORBIDDEN.search(name) or name[0] == "'" or name[-1] == "'")


def _reorder_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"sheet_name": st.sampled_from(SHEET_NAMES), "position": st.sampled_from((0, 1, 2, 3, 4, 5, -1))}
    )


def _reorder(state: State, arguments: Arguments) -> Expected:
    sheet, position = sheet_called(state, arguments["sheet_name"]), arguments["position"]
    if sheet is None or not 1 <= position <= len(sheets(state)):
        return REFUSED
    order = [name for name in sheets(state) if name != sheet]
    order.insert(position - 1, sheet)
    return Expected(changes={"sheets": order})


def _new_names(state: State) -> st.SearchStrategy[str]:
    """Names for sheets; those that an .ods may have and the .xlsx copy by which it is read would cut are left out."""
    names = [name for name in NEW_NAMES if state["view/format"] != "ods" or len(name) <= 31]
    return st.sampled_from(names)


def _rename_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"old_name": st.sampled_from(SHEET_NAMES), "new_name": _new_names(state)})


def _rename(state: State, arguments: Arguments) -> Expected:
    sheet, new = sheet_called(state, arguments["old_name"]), arguments["new_name"]
    if sheet is None or not _can_be_named(state, new) or sheet_called(state, new) not in (None, sheet):
        return REFUSED
    if new == sheet:
        return Expected()
    changes: dict[str, object] = {"sheets": [new if name == sheet else name for name in sheets(state)]}
    free = ["sheet/*/cell/*/value", "sheet/*/chart/*", "names/*", "sheet/*/print_*"]
    for path, found in state.items():
        if path.startswith(f"sheet/{sheet}/"):
            changes[path] = ABSENT
            moved = f"sheet/{new}/{path.removeprefix(f'sheet/{sheet}/')}"
            changes[moved] = found
            if sheet in str(found):
                free.append(moved)
                del changes[moved]
    if state["view/active"] == sheet:
        changes["view/active"] = new
    return Expected(changes=changes, free=(*free, "view/selection"))


def _can_be_named(state: State, name: str) -> bool:
    """Whether the workbook's file can hold a sheet of this name."""
    kind = state["view/format"]
    return is_sheet_name(name) and kind != "csv" and len(name) <= (255 if kind == "ods" else 31)


def _switch_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"sheet_name": st.sampled_from(SHEET_NAMES) | _new_names(state)})


def _switch(state: State, arguments: Arguments) -> Expected:
    name = arguments["sheet_name"]
    sheet = sheet_called(state, name)
    shown: dict[str, object] = {"view/active": sheet or name}
    free = ("view/active", "view/selection", "view/zoom", "view/first *")
    if sheet is not None:
        if state.get(f"sheet/{sheet}/state"):
            return REFUSED
        return Expected(changes=shown, free=free, undoable=False)
    if not _can_be_named(state, name):
        return REFUSED
    return Expected(changes={**shown, "sheets": [*sheets(state), name]}, free=(*free, f"sheet/{name}/*"))


def _copy_sheet_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"source_sheet": st.sampled_from(SHEET_NAMES)},
        optional={"new_sheet_name": st.none() | _new_names(state)},
    )


def _copy_sheet(state: State, arguments: Arguments) -> Expected:
    sheet, new = sheet_called(state, arguments["source_sheet"]), arguments.get("new_sheet_name")
    if sheet is None or state["view/format"] == "csv":
        return REFUSED
    if new is None:
        new = next(name for i in range(2, 99) if (name := f"{sheet}_{i}") not in sheets(state))
    if not _can_be_named(state, new) or sheet_called(state, new):
        return REFUSED
    order = list(sheets(state))
    order.insert(order.index(sheet) + 1, new)
    changes: dict[str, object] = {"sheets": order}
    same = ("cell", "columns", "rows", "merged", "freeze", "protection", "state", "zoom", "page")
    for path, found in state.items():
        kind, _, rest = path.removeprefix(f"sheet/{sheet}/").partition("/")
        if path.startswith(f"sheet/{sheet}/") and kind in same and not rest.endswith(("value", "shows")):
            changes[f"sheet/{new}/{kind}/{rest}".rstrip("/")] = found
        elif (
            path.startswith(f"sheet/{sheet}/cell/") and rest.endswith("value") and str(found)[:1] not in "={"
        ):
            changes[f"sheet/{new}/{kind}/{rest}"] = found
    # Redo gives sheets that were never in view the zoom with which LibreOffice opens new windows.
    return Expected(
        changes=changes, free=(f"sheet/{new}/*", "names/*"), undo_free=("sheet/*/zoom", "view/zoom")
    )


def _copy_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "source_range": st.sampled_from(
                ("A1:C3", "B2", "Notes.A1:B1", "Sales.A1:E6", "E2:H8", "A1:", "1:2", "A:A")
            ),
            "target_sheet_name": st.sampled_from(("Notes", "Sales", "Last", "last", "Missing", "")),
            "target_start_cell": st.sampled_from(("A1", "C3", "J20", "XFD2", "Sales.A1", "A1:B2", "0")),
        }
    )


def _copy(state: State, arguments: Arguments) -> Expected:
    source, start = arguments["source_range"], arguments["target_start_cell"]
    target_sheet = sheet_called(state, arguments["target_sheet_name"])
    name, _, area = source.rpartition(".")
    source_sheet = sheet_called(state, name) if name else active(state)
    if target_sheet is None or source_sheet is None or area == "A1:" or start in ("A1:B2", "0"):
        return REFUSED
    if start == "Sales.A1" and target_sheet != "Sales":
        return REFUSED
    if start not in ("A1", "C3", "J20") or area in ("1:2", "A:A") or is_filtered(state, source_sheet):
        return Expected(error=None, free=(f"sheet/{target_sheet}/*", *CALCULATED))
    first, last = (area.split(":") * 2)[:2]
    (left, top), (right, bottom) = place(first), place(last)
    column, row = place(start)
    target = f"{start}:{coordinate(column + right - left, row + bottom - top)}"
    if is_locked(state, target_sheet, target) or cuts_array(state, target_sheet, target):
        return REFUSED
    if any(
        (
            merged_areas(state, source_sheet),
            merged_areas(state, target_sheet),
            array_areas(state, source_sheet),
        )
    ):
        return Expected(error=None, free=(f"sheet/{target_sheet}/*", *CALCULATED))
    changes: dict[str, object] = {}
    free = [*CALCULATED, f"sheet/{target_sheet}/validation/*", f"sheet/{target_sheet}/conditional/*"]
    for down in range(bottom - top + 1):
        for along in range(right - left + 1):
            copied = cell_part(state, source_sheet, coordinate(left + along, top + down))
            new = f"sheet/{target_sheet}/cell/{coordinate(column + along, row + down)}"
            old = cell_part(state, target_sheet, coordinate(column + along, row + down))
            if str(copied.get("value", "")).startswith("="):
                free.append(f"{new}/*")
            else:
                changes |= {f"{new}/{part}": copied.get(part, ABSENT) for part in {*copied, *old}}
    return Expected(changes=changes, free=tuple(free))


SHEET_PROMISES: Final = [
    Promise(
        f"{PREFIX}rename_sheet",
        "The sheet has the new name, also in formulas; which sheet is shown and selected stays.",
        "Missing sheets, names in use or not allowed, over 31 characters (255 in .ods), text files such as .csv.",
        _rename_arguments,
        _rename,
    ),
    Promise(
        f"{PREFIX}switch_active_sheet",
        "The sheet is shown; a missing one is created as the last.",
        "Hidden sheets; for new ones what rename_sheet refuses.",
        _switch_arguments,
        _switch,
    ),
    Promise(
        f"{PREFIX}copy_sheet",
        "A sheet with the same content stands right after the source; the sheet that is shown stays.",
        "Missing sheets, and what rename_sheet refuses.",
        _copy_sheet_arguments,
        _copy_sheet,
    ),
    Promise(
        f"{PREFIX}copy_cells_between_sheets",
        "The target holds the source's cells with values, formulas, formats, comments and links.",
        "Parts of array formulas or merged cells, rows hidden by a filter, locked cells, a target cell that names "
        "another sheet.",
        _copy_arguments,
        _copy,
    ),
    Promise(
        f"{PREFIX}reorder_sheets",
        "The sheet is at the position, counted from 1; the others keep their order.",
        "A missing sheet, a position below 1 or after the last sheet.",
        _reorder_arguments,
        _reorder,
    ),
]
