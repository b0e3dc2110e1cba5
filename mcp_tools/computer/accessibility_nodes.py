"""The elements of the desktop's accessibility tree, read from what applications keep ready, and asked for where that
is not all."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import gi

from mcp_tools.computer.accessibility_bus import AccessibilityBus, Address, Question

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - only after the version was chosen

MAX_DEPTH: Final = 50
MAX_CHILDREN: Final = 1024
SECONDS: Final = 60.0
"""How long one look may take; what was not reached is left out."""
ROLES: Final = defaultdict(
    lambda: "unknown",
    {int(role): Atspi.role_get_name(role) or "" for role in Atspi.Role.__enum_values__.values()},
)
"""The names of roles by their numbers."""
_STATES: Final = [Atspi.StateType(number).value_nick for number in range(int(Atspi.StateType.LAST_DEFINED))]
_TABLE: Final = int(Atspi.Role.TABLE)
_REGISTRY: Final[Address] = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_CACHE: Final = "/org/a11y/atspi/cache"
_CELL: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_ON_SCREEN: Final = GLib.Variant("(u)", (0,))
"""Coordinates of the screen, not of the window."""


@dataclass(slots=True, eq=False)
class Node:
    """An element. `count` is the number of children that it says it has, -1 if too many to count."""

    address: Address
    role: int
    name: str
    states: tuple[str, ...]
    interfaces: frozenset[str]
    count: int
    children: list[Node] = field(default_factory=list)

    @property
    def is_on_screen(self) -> bool:
        return "visible" in self.states and "showing" in self.states

    def all(self) -> Iterator[Node]:
        """It and all that is in it."""
        yield self
        for child in self.children:
            yield from child.all()

    def extents_question(self) -> Question:
        return Question(self.address, "Component", "GetExtents", _ON_SCREEN)

    def text_question(self) -> Question:
        return Question(self.address, "Text", "GetText", GLib.Variant("(ii)", (0, -1)))

    def properties_question(self, interface: str) -> Question:
        arguments = GLib.Variant("(s)", (f"org.a11y.atspi.{interface}",))
        return Question(self.address, "org.freedesktop.DBus.Properties", "GetAll", arguments)


class NodeReader:
    """One look."""

    def __init__(self, bus: AccessibilityBus, seconds: float = SECONDS) -> None:
        self._bus = bus
        self._deadline = time.monotonic() + seconds
        self._known: dict[Address, Node] = {}
        self._below: dict[Address, dict[int, Address]] = defaultdict(dict)

    def applications(self) -> list[Node]:
        """The applications, without what is in them."""
        (addresses,) = self._bus.ask([Question(_REGISTRY, "Accessible", "GetChildren")])
        return self._described([(str(name), str(path)) for name, path in addresses or ()])

    def fill(self, applications: Sequence[Node]) -> None:
        """Read what is in applications, level by level."""
        questions = [Question((node.address[0], _CACHE), "Cache", "GetItems") for node in applications]
        for items in self._bus.ask(questions):
            self._keep(items or ())
        level = list(applications)
        for _ in range(MAX_DEPTH):
            if not level or time.monotonic() > self._deadline:
                return
            addresses = self._children_of(level)
            wanted = [address for below in addresses for address in below]
            missing = [address for address in dict.fromkeys(wanted) if address not in self._known]
            self._known |= {node.address: node for node in self._described(missing)}
            for node, below in zip(level, addresses, strict=True):
                # Each element has one place: some applications name a parent among its own children.
                node.children = [child for address in below if (child := self._known.pop(address, None))]
            level = [child for node in level for child in node.children]

    def _keep(self, items: Sequence[Any]) -> None:
        """Keep what an application has ready of its elements (the answer of Cache.GetItems)."""
        for address, _, parent, index, count, interfaces, name, role, _, states in items:
            self._known[tuple(address)] = _node(address, role, name, states, interfaces, count)
            self._below[tuple(parent)][index] = tuple(address)

    def _children_of(self, level: Sequence[Node]) -> list[list[Address]]:
        found: list[list[Address]] = [[] for _ in level]
        asked: list[int] = []
        for index, node in enumerate(level):
            below = self._below.get(node.address, {})
            if node.role == _TABLE and not 0 <= node.count <= MAX_CHILDREN:
                found[index] = self._cells(node)
            elif sorted(below) == list(range(node.count)):
                found[index] = [below[place] for place in range(min(node.count, MAX_CHILDREN))]
            elif node.count:
                asked.append(index)
        answers = self._bus.ask([Question(level[i].address, "Accessible", "GetChildren") for i in asked])
        for index, answer in zip(asked, answers, strict=True):
            found[index] = [(name, path) for name, path in (answer or ())[:MAX_CHILDREN]]
        return found

    def _described(self, addresses: Sequence[Address]) -> list[Node]:
        """Ask for the elements at these addresses; those that have disappeared are left out."""
        questions = [
            question
            for address in addresses
            for question in (
                Question(
                    address,
                    "org.freedesktop.DBus.Properties",
                    "GetAll",
                    GLib.Variant("(s)", ("org.a11y.atspi.Accessible",)),
                ),
                Question(address, "Accessible", "GetRole"),
                Question(address, "Accessible", "GetState"),
                Question(address, "Accessible", "GetInterfaces"),
            )
        ]
        answers = self._bus.ask(questions)
        found = []
        for index, address in enumerate(addresses):
            properties, role, states, interfaces = answers[4 * index : 4 * index + 4]
            if properties is not None and role is not None:
                name, count = properties.get("Name", ""), properties.get("ChildCount", 0)
                found.append(_node(address, role, name, states or (), interfaces or (), count))
        return found

    def _cells(self, table: Node) -> list[Address]:
        """The cells of a large table that are on the screen."""
        (box,) = self._bus.ask([table.extents_question()])
        if box is None:
            return []
        x, y, width, height = box
        corners = ((x + 2, y + 2), (x + width - 3, y + height - 3))
        points = [GLib.Variant("(iiu)", (*corner, 0)) for corner in corners]
        at_corners = self._bus.ask(
            [Question(table.address, "Component", "GetAccessibleAtPoint", point) for point in points]
        )
        cells = self._described([tuple(address) for address in at_corners if address is not None])
        if len(cells) != 2:
            return []
        (top, left), (bottom, right) = (self._place(table, cell) for cell in cells)
        places = [
            (row, column)
            for row in range(top, min(bottom, top + MAX_CHILDREN) + 1)
            for column in range(left, min(right, left + MAX_CHILDREN) + 1)
        ]
        answers = self._bus.ask(
            [
                Question(table.address, "Table", "GetAccessibleAt", GLib.Variant("(ii)", place))
                for place in places
            ]
        )
        return [tuple(address) for address in answers if address is not None]

    def _place(self, table: Node, cell: Node) -> tuple[int, int]:
        """Row and column of a cell, from 0. A spreadsheet has more cells than its indices can count."""
        if address := _CELL.fullmatch(cell.name):
            column = 0
            for letter in address[1]:
                column = 26 * column + ord(letter) - ord("A") + 1
            return int(address[2]) - 1, column - 1
        (index,) = self._bus.ask([Question(cell.address, "Accessible", "GetIndexInParent")])
        number = GLib.Variant("(i)", (index or 0,))
        row, column = self._bus.ask(
            [
                Question(table.address, "Table", method, number)
                for method in ("GetRowAtIndex", "GetColumnAtIndex")
            ]
        )
        return row or 0, column or 0


def _node(
    address: Sequence[str], role: int, name: str, states: Sequence[int], interfaces: Sequence[str], count: int
) -> Node:
    bits = sum(word << 32 * index for index, word in enumerate(states))
    return Node(
        (address[0], address[1]),
        role,
        name,
        tuple(state for number, state in enumerate(_STATES) if bits >> number & 1),
        frozenset(interface.rpartition(".")[2] for interface in interfaces),
        count,
    )
