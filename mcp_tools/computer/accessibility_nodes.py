"""The elements of the desktop's accessibility tree, read from what applications keep ready, and asked for where that
is not all."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from mcp_tools.computer.accessibility_bus import ATSPI, ROOT, AccessibilityBus, Address, Question
from mcp_tools.computer.accessibility_names import TABLE
from mcp_tools.computer.accessibility_questions import (
    corner_questions,
    extents_question,
    property_question,
    question,
    read_place,
    state_bits,
)
from mcp_tools.computer.readings import read_together

MAX_DEPTH: Final = 50
MAX_CHILDREN: Final = 1024
SECONDS: Final = 60.0
"""How long one look may take; what was not reached is left out."""
REGISTRY: Final[Address] = (f"{ATSPI}Registry", ROOT)
_CACHE: Final = "/org/a11y/atspi/cache"
_CACHE_ITEM_FIELDS: Final = 10


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
        self.states = state_bits(states)
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
        (addresses,) = self._bus.ask([question(REGISTRY, "Accessible", "GetChildren")])
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
        at_corners = self._bus.ask(corner_questions(table.address, box))
        places = read_together(
            self._bus, (read_place(table.address, cell) for cell in at_corners if cell is not None)
        )
        if len(places) != 2:
            return []
        (top, left), (bottom, right) = places
        between = [
            (row, column)
            for row in range(top, min(bottom, top + MAX_CHILDREN) + 1)
            for column in range(left, min(right, left + MAX_CHILDREN) + 1)
        ]
        answers = self._bus.ask(
            question(table.address, "Table", "GetAccessibleAt", "ii", *place) for place in between
        )
        addresses = [address for address in answers if address is not None]
        first = self._describe(addresses[:1])
        return first + self._describe(addresses[1:], *first)


def _description_questions(address: Address, model: Node | None) -> Iterator[Question]:
    yield property_question(address, "Accessible", "Name")
    yield question(address, "Accessible", "GetState")
    if model is None:
        yield question(address, "Accessible", "GetRole")
        yield question(address, "Accessible", "GetInterfaces")
        yield property_question(address, "Accessible", "ChildCount")
