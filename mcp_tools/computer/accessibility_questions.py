"""What elements of the accessibility tree are asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from mcp_tools.computer.accessibility_bus import ATSPI, Address, Question
from mcp_tools.computer.accessibility_names import STATES
from mcp_tools.computer.dbus_messages import Call
from mcp_tools.computer.readings import Reading

_CELL: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_SCREEN: Final = 0
"""Coordinates of the screen, not of the window."""
_LEAST: Final = -(2**31)
"""The least coordinate that can be asked about; GTK gives elements that are not on the screen this place."""


def question(address: Address, interface: str, method: str, signature: str = "", *arguments: Any) -> Question:
    """What to ask an element; `interface` as in "Component"."""
    return address[0], Call(address[1], f"{ATSPI}{interface}", method, signature, arguments)


def property_question(address: Address, interface: str, name: str) -> Question:
    """Ask for one property: Qt's applications end when they are asked for all."""
    arguments = (f"{ATSPI}{interface}", name)
    return address[0], Call(address[1], "org.freedesktop.DBus.Properties", "Get", "ss", arguments)


def extents_question(address: Address) -> Question:
    """Ask for the place on the screen: x, y, width, height."""
    return question(address, "Component", "GetExtents", "u", _SCREEN)


def text_question(address: Address, end: int = -1) -> Question:
    """Ask for the text to the end, or for so many characters."""
    return question(address, "Text", "GetText", "ii", 0, end)


def state_mask(*names: str) -> int:
    """The bits of these states."""
    return sum(1 << STATES.index(name) for name in names)


def state_bits(words: Sequence[int] | None) -> int:
    """States, told in words of 32 bits, the lowest first, as one number."""
    return sum(word << 32 * index for index, word in enumerate(words or ()))


def corner_questions(table: Address, box: Sequence[int] | None) -> list[Question]:
    """Ask a table with this place on the screen for its cells there at the top left and at the bottom right.

    No questions if it has no place that can be asked about.
    """
    if box is None:
        return []
    x, y, width, height = box
    corners = ((x + 2, y + 2), (x + width - 3, y + height - 3))
    if not all(_LEAST <= number <= -_LEAST - 1 for corner in corners for number in corner):
        return []
    return [
        question(table, "Component", "GetAccessibleAtPoint", "iiu", *corner, _SCREEN) for corner in corners
    ]


def read_place(table: Address, cell: Address) -> Reading:
    """Row and column of a cell, from 0. A spreadsheet has more cells than its indices can count."""
    (name,) = yield [property_question(cell, "Accessible", "Name")]
    if found := _CELL.fullmatch(name or ""):
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        return int(found[2]) - 1, column - 1
    (index,) = yield [question(cell, "Accessible", "GetIndexInParent")]
    row, column = yield [
        question(table, "Table", method, "i", index or 0) for method in ("GetRowAtIndex", "GetColumnAtIndex")
    ]
    return row or 0, column or 0
