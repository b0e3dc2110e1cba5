"""Writes the whole accessibility tree as the XML of OSWorld's in-guest server; a process of its own for each look.

    python -P -m mcp_tools.computer.accessibility_xml [terminal]

Elements are named by role, with the namespaces, attributes and limits of OSWorld's `desktop_env/server/main.py`
(xlang-ai/OSWorld), which its agents and evaluators read. With `terminal`, the text of the focused terminal as JSON.
Where it differs: an application that does not answer is left out instead of holding up the rest, and the cells of a
spreadsheet that are on the screen are asked for directly instead of searched for.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element, register_namespace, tostring

from mcp_tools.computer.accessibility_bus import AccessibilityBus, Question
from mcp_tools.computer.accessibility_nodes import ROLES, Node, NodeReader

NAMESPACE = "https://accessibility.ubuntu.example.org/ns/"
PREFIXES = {
    "st": "state",
    "attr": "attributes",
    "cp": "component",
    "doc": "document",
    "docattr": "document/attributes",
    "txt": "text",
    "val": "value",
    "act": "action",
}
OTHER_NAMES = {"Chromium": "Google Chrome"}
"""Applications that OSWorld's tasks know by another name."""
TERMINAL = "gnome-terminal-server"
VALUES = {
    "value": "CurrentValue",
    "min": "MinimumValue",
    "max": "MaximumValue",
    "step": "MinimumIncrement",
}
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLACEHOLDERS = str.maketrans("", "", "\ufffc\ufffd")


class XmlWriter:
    """Asks elements what else they tell, all at a time."""

    def __init__(self, bus: AccessibilityBus) -> None:
        self._bus = bus

    def written(self, applications: list[Node]) -> Element:
        """The desktop with the tree of each application that answers."""
        nodes = [node for application in applications for node in application.all()]
        details = self._details(nodes)
        root = Element("desktop-frame")
        root.extend(
            _element(application, details)
            for application in applications
            if application.address[0] not in self._bus.silent
        )
        return root

    def _details(self, nodes: list[Node]) -> dict[tuple[int, str], Any]:
        """Answers by the node's identity and the question's method."""
        questions = [(id(node), question) for node in nodes for question in _questions(node)]
        answers = self._bus.ask([question for _, question in questions])
        return {
            (key, question.method): answer
            for (key, question), answer in zip(questions, answers, strict=True)
            if answer is not None
        }


def _questions(node: Node) -> Iterator[Question]:
    yield Question(node.address, "Accessible", "GetAttributes")
    if node.is_on_screen:
        yield node.extents_question()
    if "Text" in node.interfaces:
        yield node.text_question()
    if "Value" in node.interfaces:
        yield node.properties_question("Value")
    if "Action" in node.interfaces:
        yield Question(node.address, "Action", "GetActions")


def _element(node: Node, details: Mapping[tuple[int, str], Any]) -> Element:
    role = ROLES[node.role]
    tag = re.sub(r"[^\w.-]", "-", role) or "unknown"
    attributes = {
        key: _NO_XML.sub("", value) for key, value in _attributes(node, role, details) if _is_name(key)
    }
    found = Element(tag if _NAME.fullmatch(tag) else f"_{tag}", attributes)
    if text := details.get((id(node), "GetText")):
        found.text = _plain(text)
    found.extend(_element(child, details) for child in node.children)
    return found


def _attributes(node: Node, role: str, details: Mapping[tuple[int, str], Any]) -> Iterator[tuple[str, str]]:
    yield "name", OTHER_NAMES.get(node.name, node.name) if role == "application" else node.name
    for state in node.states:
        yield _qualified("st", state), "true"
    for key, value in (details.get((id(node), "GetAttributes")) or {}).items():
        yield _qualified("attr", key), value
    if node.is_on_screen:
        x, y, width, height = details.get((id(node), "GetExtents")) or (0, 0, 0, 0)
        yield _qualified("cp", "screencoord"), str((x, y))
        yield _qualified("cp", "size"), str((width, height))
    for interface in ("Image", "Selection"):
        if interface in node.interfaces:
            yield interface.lower(), "true"
    if "Value" in node.interfaces:
        values = details.get((id(node), "GetAll")) or {}
        for key, name in VALUES.items():
            yield _qualified("val", key), str(values.get(name, 0.0))
    for name, description, keys in details.get((id(node), "GetActions")) or ():
        action = name.replace(" ", "-")
        yield _qualified("act", f"{action}_desc"), description
        yield _qualified("act", f"{action}_kb"), keys


def _plain(text: str) -> str:
    return _NO_XML.sub("", text.translate(_PLACEHOLDERS))


def _qualified(prefix: str, name: str) -> str:
    return f"{{{NAMESPACE}{PREFIXES[prefix]}}}{name}"


def _is_name(key: str) -> bool:
    """Whether XML takes it as an attribute's name; applications invent some that it does not."""
    return _NAME.fullmatch(key.rpartition("}")[2]) is not None


def terminal_text(bus: AccessibilityBus) -> str | None:
    """The text of the terminal that has the focus in the active window; None without one."""
    reader = NodeReader(bus)
    terminals = [application for application in reader.applications() if application.name == TERMINAL]
    reader.fill(terminals)
    windows = [window for terminal in terminals for window in terminal.children if "active" in window.states]
    focused = [
        node
        for window in windows[:1]
        for node in window.all()
        if ROLES[node.role] == "terminal" and "focused" in node.states
    ]
    if len(focused) != 1:
        return None
    (text,) = bus.ask([focused[0].text_question()])
    return _plain(text or "").rstrip()


def main() -> None:
    """Print the tree, or the terminal's text."""
    bus = AccessibilityBus()
    if sys.argv[1:] == ["terminal"]:
        json.dump(terminal_text(bus), sys.stdout)
        return
    reader = NodeReader(bus)
    applications = reader.applications()
    reader.fill(applications)
    for prefix, name in PREFIXES.items():
        register_namespace(prefix, f"{NAMESPACE}{name}")
    sys.stdout.write(tostring(XmlWriter(bus).written(applications), encoding="unicode"))


if __name__ == "__main__":
    main()
