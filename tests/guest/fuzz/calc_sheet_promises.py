"""What Calc's tools for sheets promise."""

from __future__ import annotations

import re
from typing import Final

from hypothesis import strategies as st

from tests.guest.fuzz.calc_model import PREFIX, sheet_called, sheets
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State

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


SHEET_PROMISES: Final = [
    Promise(
        f"{PREFIX}reorder_sheets",
        "The sheet is at the position, counted from 1; the others keep their order.",
        "A missing sheet, a position below 1 or after the last sheet.",
        _reorder_arguments,
        _reorder,
    ),
]
