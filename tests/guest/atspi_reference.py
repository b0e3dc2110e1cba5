"""A program for a guest: the accessibility tree as OSWorld's XML, read with libatspi, one question at a time.

Slow and plain, as in OSWorld's own in-guest server, but of a spreadsheet's cells it finds those on the screen at once.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar
from xml.etree.ElementTree import Element, tostring

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - only after the version was chosen

ANSWER_MILLISECONDS = 1500
"""How long one application may take for one answer."""
SILENT_SHARE = 0.95
"""A question that took this share of the time got no answer."""
_ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
Value = TypeVar("Value")
Point = tuple[int, int]
Box = tuple[int, int, int, int]
NAMESPACE = "https://accessibility.ubuntu.example.org/ns/"
MAX_CHILDREN = 1024
VALUES = {
    "value": Atspi.Value.get_current_value,
    "min": Atspi.Value.get_minimum_value,
    "max": Atspi.Value.get_maximum_value,
    "step": Atspi.Value.get_minimum_increment,
}


class UnresponsiveError(Exception):
    """An application does not answer."""


def begin() -> Any:
    """The desktop, whose children are the applications."""
    Atspi.set_timeout(ANSWER_MILLISECONDS, ANSWER_MILLISECONDS)
    return Atspi.get_desktop(0)


def query(question: Callable[[], Value], otherwise: Value) -> Value:
    """Call an application; return `otherwise` if the element has disappeared meanwhile.

    Raises UnresponsiveError if the application used its whole time limit: the next call would, too.
    """
    started = time.monotonic()
    try:
        value = question()
    except GLib.Error:
        value = otherwise
    # Not every call that times out raises an error.
    if time.monotonic() - started > SILENT_SHARE * ANSWER_MILLISECONDS / 1000:
        raise UnresponsiveError
    return value


def children_of(accessible: Any, count: int | None = None) -> Iterator[Any]:
    """An element's children, or the first `count` of them, but for those that disappear meanwhile."""
    for index in range(query(accessible.get_child_count, 0) if count is None else count):
        child = query(partial(accessible.get_child_at_index, index), None)
        if child is not None:
            yield child


def states_of(accessible: Any) -> Any:
    """An element's states."""
    return query(accessible.get_state_set, None) or Atspi.StateSet.new([])


def extents_of(accessible: Any) -> Box:
    """An element's box on the screen; zeros when it has none."""
    box = query(lambda: Atspi.Component.get_extents(accessible, Atspi.CoordType.SCREEN), None)
    return (box.x, box.y, box.width, box.height) if box else (0, 0, 0, 0)


def cells_on_screen(table: Any) -> tuple[Point, Point] | None:
    """Row and column of the first and of the last cell of a large table that are on the screen; None if unknown."""
    box = extents_of(table)
    corners = (box[0] + 2, box[1] + 2), (box[0] + box[2] - 3, box[1] + box[3] - 3)
    cells = [query(partial(_cell_at, table, *point), None) for point in corners]
    if None in cells:
        return None
    first, last = (_position(table, cell) for cell in cells)
    return first, last


def _cell_at(table: Any, x: int, y: int) -> Any:
    return Atspi.Component.get_accessible_at_point(table, x, y, Atspi.CoordType.SCREEN)


def _position(table: Any, cell: Any) -> Point:
    """Row and column of a cell, from 0. A spreadsheet has more cells than its indices can count."""
    if address := _ADDRESS.fullmatch(query(cell.get_name, "") or ""):
        column = 0
        for letter in address[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        return int(address[2]) - 1, column - 1
    index = query(cell.get_index_in_parent, 0)
    return query(partial(Atspi.Table.get_row_at_index, table, index), 0), query(
        partial(Atspi.Table.get_column_at_index, table, index), 0
    )


def element(accessible: Any) -> Element:
    """An element with all that is in it."""
    role = query(accessible.get_role_name, "").strip()
    tag = re.sub(r"[^\w.-]", "-", role)
    attributes = {key: legal(value) for key, value in attributes_of(accessible) if is_name(key)}
    found = Element(tag, attributes)
    if query(accessible.get_text_iface, None) is not None:
        count = query(partial(Atspi.Text.get_character_count, accessible), 0)
        text = query(partial(Atspi.Text.get_text, accessible, 0, count), "")
        found.text = legal(text.replace("\ufffc", "").replace("\ufffd", "")) or None
    found.extend(element(child) for child in children(accessible, role))
    return found


def attributes_of(accessible: Any) -> Iterator[tuple[str, str]]:
    name = query(accessible.get_name, "")
    is_browser = name == "Chromium" and query(accessible.get_role_name, "") == "application"
    yield "name", "Google Chrome" if is_browser else name
    states = states_of(accessible)
    for state in states.get_states():
        yield f"{{{NAMESPACE}state}}{state.value_nick.replace('-', '_')}", "true"
    for key, value in (query(accessible.get_attributes, None) or {}).items():
        yield f"{{{NAMESPACE}attributes}}{key}", value
    if states.contains(Atspi.StateType.VISIBLE) and states.contains(Atspi.StateType.SHOWING):
        box = extents_of(accessible)
        yield f"{{{NAMESPACE}component}}screencoord", str(box[:2])
        yield f"{{{NAMESPACE}component}}size", str(box[2:])
    if query(accessible.get_image_iface, None) is not None:
        yield "image", "true"
    if query(accessible.get_selection_iface, None) is not None:
        yield "selection", "true"
    if query(accessible.get_value_iface, None) is not None:
        for key, number in VALUES.items():
            yield f"{{{NAMESPACE}value}}{key}", str(query(partial(number, accessible), 0.0))
    if query(accessible.get_action_iface, None) is not None:
        for index in range(query(partial(Atspi.Action.get_n_actions, accessible), 0)):
            action, described, keys = (
                query(partial(question, accessible, index), "") or ""
                for question in (
                    Atspi.Action.get_action_name,
                    Atspi.Action.get_action_description,
                    Atspi.Action.get_key_binding,
                )
            )
            yield f"{{{NAMESPACE}action}}{action.replace(' ', '-')}_desc", described
            yield f"{{{NAMESPACE}action}}{action.replace(' ', '-')}_kb", keys


def children(accessible: Any, role: str) -> Iterator[Any]:
    count = query(accessible.get_child_count, 0)
    if role != "table" or 0 <= count <= MAX_CHILDREN:
        yield from children_of(accessible, max(0, min(count, MAX_CHILDREN)))
    elif (shown := cells_on_screen(accessible)) is not None:
        (top, left), (bottom, right) = shown
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield query(partial(Atspi.Table.get_accessible_at, accessible, row, column), None)


def legal(text: str) -> str:
    return re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)


def is_name(key: str) -> bool:
    return re.fullmatch(r"[A-Za-z_][\w.-]*", key.rpartition("}")[2]) is not None


def main() -> None:
    """Print the applications whose names are given."""
    root = Element("desktop-frame")
    root.extend(element(one) for one in children_of(begin()) if query(one.get_name, "") in sys.argv[1:])
    sys.stdout.write(tostring(root, encoding="unicode"))


main()
