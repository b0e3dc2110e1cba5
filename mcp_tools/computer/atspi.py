"""Questions to applications over AT-SPI, for the programs that read the desktop's accessibility tree.

Each lives for one look only: libatspi keeps what it has seen and trusts applications to tell what changed, and makes
them send such events as long as it is there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import gi

from mcp_tools.computer.accessibility_tree import Box, to_pixels

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - only after the version was chosen

ANSWER_MILLISECONDS = 1500
"""How long one application may take for one answer."""
SILENT_SHARE = 0.95
"""A question that took this share of the time got no answer."""
_ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
Value = TypeVar("Value")
Point = tuple[int, int]


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


def extents_of(accessible: Any, origin: Point = (0, 0), unit: int = 1) -> Box:
    """An element's box on the screen, told in units of so many pixels, moved by `origin`; zeros when it has none."""
    box = query(lambda: Atspi.Component.get_extents(accessible, Atspi.CoordType.SCREEN), None)
    if box is None:
        return (0, 0, 0, 0)
    x, y, width, height = to_pixels((box.x, box.y, box.width, box.height), unit)
    return (x + origin[0], y + origin[1], width, height)


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
