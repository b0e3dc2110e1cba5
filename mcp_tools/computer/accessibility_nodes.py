"""The elements of the desktop's accessibility tree, read from what applications keep ready, and asked for where that
is not all."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from mcp_tools.computer.accessibility_bus import ATSPI, ROOT, AccessibilityBus, Address, Question
from mcp_tools.computer.accessibility_names import STATES, TABLE
from mcp_tools.computer.dbus_messages import Call

MAX_DEPTH: Final = 50
MAX_CHILDREN: Final = 1024
SECONDS: Final = 60.0
"""How long one look may take; what was not reached is left out."""
_REGISTRY: Final[Address] = (f"{ATSPI}Registry", ROOT)
_CACHE: Final = "/org/a11y/atspi/cache"
_CACHE_ITEM_FIELDS: Final = 10
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


class Node:
    """An element.

    Attributes:
        address: Its application and path.
        role: The number of its role.
        name: Its name.
        states: The bits of AT-SPI's states.
        interfaces: The full names of its interfaces.
        count: The number of children that it says it has, -1 if too many to count.
        model: Another element that gives the same answers to what does not depend on content; None if not known.
        children: What is in it.
    """

    __slots__ = ("address", "children", "count", "interfaces", "model", "name", "role", "states")

    def __init__(
        self,
        address: Address,
        role: int,
        name: str,
        states: Sequence[int],
        interfaces: Iterable[str],
        count: int,
        model: Node | None = None,
    ) -> None:
        """`states` in words of 32 bits, the lowest first."""
        self.address = address
        self.role = role
        self.name = name
        self.states = sum(word << 32 * index for index, word in enumerate(states))
        self.interfaces = frozenset(interfaces)
        self.count = count
        self.model = model
        self.children: list[Node] = []

    def is_in(self, states: int) -> bool:
        """Whether it is in all states of this mask."""
        return self.states & states == states

    def implements(self, interface: str) -> bool:
        """Whether it has an interface, such as "Text"."""
        return f"{ATSPI}{interface}" in self.interfaces

    def all(self) -> Iterator[Node]:
        """It and all that is in it."""
        yield self
        for child in self.children:
            yield from child.all()


class NodeReader:
    """One look."""

    def __init__(self, bus: AccessibilityBus, seconds: float = SECONDS) -> None:
        self._bus = bus
        self._deadline = time.monotonic() + seconds
        self._known: dict[Address, Node] = {}
        self._below: dict[Address, dict[int, Address]] = defaultdict(dict)

    def applications(self) -> list[Node]:
        """The applications, without what is in them."""
        (addresses,) = self._bus.ask([question(_REGISTRY, "Accessible", "GetChildren")])
        return self._describe(addresses or ())

    def fill(self, applications: Sequence[Node]) -> None:
        """Read what is in applications, level by level."""
        questions = (question((node.address[0], _CACHE), "Cache", "GetItems") for node in applications)
        for items in self._bus.ask(questions):
            self._keep(items or ())
        level = list(applications)
        placed = {node.address for node in level}
        for _ in range(MAX_DEPTH):
            if not level or time.monotonic() > self._deadline:
                return
            addresses = self._children_of(level)
            wanted = dict.fromkeys(address for below in addresses for address in below)
            missing = [one for one in wanted if one not in self._known and one not in placed]
            self._known |= {node.address: node for node in self._describe(missing)}
            for node, below in zip(level, addresses, strict=True):
                for address in below:
                    # Each element has one place: some applications name a parent among its own children.
                    if address in self._known and address not in placed:
                        placed.add(address)
                        node.children.append(self._known[address])
            level = [child for node in level for child in node.children]

    def _keep(self, items: Sequence[Any]) -> None:
        """Keep what an application has ready of its elements (the answer of Cache.GetItems)."""
        for item in items:
            if len(item) != _CACHE_ITEM_FIELDS:
                return  # from before at-spi2-core 2.38, and without the places of children
            address, _, parent, index, count, interfaces, name, role, _, states = item
            self._known[address] = Node(address, role, name, states, interfaces, count)
            self._below[parent][index] = address

    def _children_of(self, level: Sequence[Node]) -> list[Sequence[Address]]:
        """Where the children of these elements are, but for the cells of large tables, which are read."""
        found: list[Sequence[Address]] = [() for _ in level]
        asked: list[int] = []
        for index, node in enumerate(level):
            below = self._below.get(node.address, {})
            is_large = not 0 <= node.count <= MAX_CHILDREN
            if is_large and node.role == TABLE:
                node.children = self._cells(node)
            elif len(below) == node.count and sorted(below) == list(range(node.count)):
                found[index] = [below[place] for place in range(min(node.count, MAX_CHILDREN))]
            elif node.count > MAX_CHILDREN:
                found[index] = self._first_children(node)
            elif node.count:
                asked.append(index)
        answers = self._bus.ask(question(level[i].address, "Accessible", "GetChildren") for i in asked)
        for index, answer in zip(asked, answers, strict=True):
            found[index] = (answer or ())[:MAX_CHILDREN]
        return found

    def _first_children(self, node: Node) -> list[Address]:
        answers = self._bus.ask(
            [
                question(node.address, "Accessible", "GetChildAtIndex", "i", index)
                for index in range(MAX_CHILDREN)
            ]
        )
        return [address for address in answers if address is not None]

    def _describe(self, addresses: Sequence[Address], model: Node | None = None) -> list[Node]:
        """Ask for the elements at these addresses; those that have disappeared are left out.

        Role, interfaces and the number of children are those of `model`, if one is known.
        """
        answers = self._bus.ask(
            asked for address in addresses for asked in _description_questions(address, model)
        )
        found = []
        size = len(answers) // len(addresses) if addresses else 0
        for index, address in enumerate(addresses):
            name, states, *rest = answers[size * index : size * (index + 1)]
            role, interfaces, count = (model.role, model.interfaces, model.count) if model else rest
            if name is not None and role is not None:
                found.append(Node(address, role, name, states or (), interfaces or (), count or 0, model))
        return found

    def _cells(self, table: Node) -> list[Node]:
        """The cells of a large table that are on the screen."""
        (box,) = self._bus.ask([extents_question(table.address)])
        if box is None:
            return []
        x, y, width, height = box
        corners = ((x + 2, y + 2), (x + width - 3, y + height - 3))
        if not all(_LEAST <= number <= -_LEAST - 1 for corner in corners for number in corner):
            return []
        at_corners = self._bus.ask(
            [
                question(table.address, "Component", "GetAccessibleAtPoint", "iiu", *corner, _SCREEN)
                for corner in corners
            ]
        )
        cells = self._describe([address for address in at_corners if address is not None])
        if len(cells) != 2:
            return []
        (top, left), (bottom, right) = (self._place(table, cell) for cell in cells)
        places = [
            (row, column)
            for row in range(top, min(bottom, top + MAX_CHILDREN) + 1)
            for column in range(left, min(right, left + MAX_CHILDREN) + 1)
        ]
        answers = self._bus.ask(
            question(table.address, "Table", "GetAccessibleAt", "ii", *place) for place in places
        )
        addresses = [address for address in answers if address is not None]
        first = self._describe(addresses[:1])
        return first + self._describe(addresses[1:], *first)

    def _place(self, table: Node, cell: Node) -> tuple[int, int]:
        """Row and column of a cell, from 0. A spreadsheet has more cells than its indices can count."""
        if address := _CELL.fullmatch(cell.name):
            column = 0
            for letter in address[1]:
                column = 26 * column + ord(letter) - ord("A") + 1
            return int(address[2]) - 1, column - 1
        (index,) = self._bus.ask([question(cell.address, "Accessible", "GetIndexInParent")])
        row, column = self._bus.ask(
            [
                question(table.address, "Table", method, "i", index or 0)
                for method in ("GetRowAtIndex", "GetColumnAtIndex")
            ]
        )
        return row or 0, column or 0


def _description_questions(address: Address, model: Node | None) -> Iterator[Question]:
    yield property_question(address, "Accessible", "Name")
    yield question(address, "Accessible", "GetState")
    if model is None:
        yield question(address, "Accessible", "GetRole")
        yield question(address, "Accessible", "GetInterfaces")
        yield property_question(address, "Accessible", "ChildCount")
