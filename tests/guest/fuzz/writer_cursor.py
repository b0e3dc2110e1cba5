"""Where the cursor of a text document stands, as far as the model of the tools follows."""

from __future__ import annotations

from typing import Any

from tests.guest.fuzz.promises import REFUSED, Expected, State
from tests.guest.fuzz.writer_model import is_open, is_protected, runs_of

ANY_BODY = (
    "body/*",
    "order/*",
    "cell/*",
    "note/*",
    "frame/*",
    "header/*",
    "changes",
    "view/*",
    "comment/*",
    "shape/*",
)
"""What may change where the model does not follow: text written among fields and notes, across paragraphs."""


def has_cursor(state: State) -> bool:
    return state["view/kind"] not in ("no text", "SwXTextTableCursor", "SwXTextGraphicObject")


def at_cursor(state: State) -> tuple[str, int] | None:
    """The path and offset of a cursor in a plain paragraph of the body, or None."""
    path = f"body/{state['view/paragraph']}"
    if (
        state["view/kind"] != "body"
        or state["view/selected"]
        or any("table" in str(item) for item in order(state))
    ):
        return None
    plain = f"{path}/text" in state and not state[f"{path}/marks"] and len(runs_of(state, path)) == 1
    if not plain or is_open(state, path) or "href" in runs_of(state, path)[0][1]:
        return None
    offset = state["view/offset"]
    assert isinstance(offset, int)
    return path, offset


def order(state: State) -> list[Any]:
    order = state["order/body"]
    assert isinstance(order, list)
    return order


def is_protected_cursor(state: State) -> bool | None:
    """Whether the cursor stands in protected text; None: perhaps."""
    if not any(path.startswith("section/") for path in state):
        return False
    place = at_cursor(state)
    return is_protected(state, place[0]) if place else None


def insertion(state: State, what: str) -> Expected | None:
    """The part of an expectation that insertions at the cursor share, or None where the model says more."""
    protected = is_protected_cursor(state)
    if not has_cursor(state) or protected:
        return REFUSED
    if protected is None:
        return Expected(error=None, free=ANY_BODY)
    return None
