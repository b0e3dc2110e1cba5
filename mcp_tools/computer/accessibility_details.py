"""What elements of the accessibility tree tell of themselves beyond what finds them: place, text, value, actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from mcp_tools.computer.accessibility_bus import AccessibilityBus, Question
from mcp_tools.computer.accessibility_names import ROLES
from mcp_tools.computer.accessibility_nodes import Node
from mcp_tools.computer.accessibility_questions import (
    extents_question,
    property_question,
    question,
    state_mask,
    text_question,
)

VALUES: Final = ("CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement")
ON_SCREEN: Final = state_mask("visible", "showing")

Details = dict[str, Any]
"""What was asked of an element, without what it does not answer.

role: the name of its role, only if AT-SPI has none; attributes: a dictionary; extents: x, y, width, height in pixels of
the screen; text; each of VALUES; actions: a list of name, description and keys.
"""


def read_details(bus: AccessibilityBus, nodes: Sequence[Node]) -> dict[Node, Details]:
    """Ask all elements, all at a time."""
    details: dict[Node, Details] = {node: {} for node in nodes}
    _ask(bus, details, ((node, key, asked) for node in nodes for key, asked in _questions(node)))
    _read_again(bus, details)
    _name_actions(bus, details)
    return details


def _ask(
    bus: AccessibilityBus, details: dict[Node, Details], asked: Iterable[tuple[Node, str, Question]]
) -> None:
    places: list[tuple[Node, str]] = []

    def questions() -> Iterator[Question]:
        for node, key, one in asked:
            places.append((node, key))
            yield one

    answers = bus.ask(questions())
    for (node, key), answer in zip(places, answers, strict=True):
        if answer is not None:
            details[node][key] = answer


def _questions(node: Node) -> Iterator[tuple[str, Question]]:
    yield "attributes", question(node.address, "Accessible", "GetAttributes")
    if node.role not in ROLES:
        yield "role", question(node.address, "Accessible", "GetRoleName")
    if node.is_in(ON_SCREEN):
        yield "extents", extents_question(node.address)
    if node.implements("Text"):
        yield "text", text_question(node.address)
    if node.implements("Value"):
        for name in VALUES if node.model is None else VALUES[:1]:
            yield name, property_question(node.address, "Value", name)
    if node.implements("Action"):
        yield "actions", question(node.address, "Action", "GetActions")


def _read_again(bus: AccessibilityBus, details: dict[Node, Details]) -> None:
    """Ask for texts by their length where they are empty: labels of GTK 4 know no other end."""
    empty = [node for node, fields in details.items() if fields.get("text") == ""]
    counts = bus.ask(property_question(node.address, "Text", "CharacterCount") for node in empty)
    filled = [(node, count) for node, count in zip(empty, counts, strict=True) if count]
    _ask(bus, details, ((node, "text", text_question(node.address, count)) for node, count in filled))


def _name_actions(bus: AccessibilityBus, details: dict[Node, Details]) -> None:
    """Complete the answers about all actions of an element, in which names are translated and keys may be missing.

    Elements of the same application and role whose actions have the same translations have the same actions. GTK 4
    mistakes one action for another when it tells of all, but not when it is asked for one.
    """
    questions: dict[Any, Question] = {}
    for node, fields in details.items():
        for index, (translated, described, key) in enumerate(fields.get("actions", ())):
            group = _group(node, index, translated, described)
            if group not in questions:
                questions[group] = question(node.address, "Action", "GetName", "i", index)
                if translated:
                    asked = question(node.address, "Action", "GetDescription", "i", index)
                    questions["description", group] = asked
            if not key:
                questions[node, index] = question(node.address, "Action", "GetKeyBinding", "i", index)
    answers = dict(zip(questions, bus.ask(questions.values()), strict=True))
    for node, fields in details.items():
        if "actions" in fields:
            actions = []
            for index, (translated, described, key) in enumerate(fields["actions"]):
                group = _group(node, index, translated, described)
                description = answers.get(("description", group)) or described
                actions.append((answers[group] or "", description, key or answers[node, index] or ""))
            fields["actions"] = actions


def _group(node: Node, index: int, translated: str, described: str) -> Any:
    return (node.address[0] if translated else node.address, node.role, index, translated, described)
