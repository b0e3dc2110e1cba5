"""Writes the whole accessibility tree as the XML of OSWorld's in-guest server; a process of its own for each look.

    python -S -P -m mcp_tools.computer.accessibility_xml [terminal]

Elements are named by role, with the namespaces, attributes and limits of OSWorld's `desktop_env/server/main.py`
(xlang-ai/OSWorld), which its agents and evaluators read. With `terminal`, the text of the focused terminal as JSON.
Where it differs: an application that does not answer is left out instead of holding up the rest, and the cells of a
spreadsheet that are on the screen are asked for directly instead of searched for.
"""

from __future__ import annotations

import gc
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from xml.etree.ElementTree import Element, register_namespace, tostring

from mcp_tools.computer.accessibility_bus import AccessibilityBus
from mcp_tools.computer.accessibility_details import ON_SCREEN, VALUES, Details, read_details
from mcp_tools.computer.accessibility_names import ROLES, STATES, TERMINAL
from mcp_tools.computer.accessibility_nodes import Node, NodeReader
from mcp_tools.computer.accessibility_questions import state_mask, text_question

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
TERMINAL_APPLICATION = "gnome-terminal-server"
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLACEHOLDERS = str.maketrans("", "", "\ufffc\ufffd")


def desktop_element(applications: Iterable[Node], details: Mapping[Node, Details]) -> Element:
    """The desktop with the trees of these applications."""
    root = Element("desktop-frame")
    root.extend(_element(application, details) for application in applications)
    return root


def _element(node: Node, details: Mapping[Node, Details]) -> Element:
    fields = details[node]
    role = ROLES.get(node.role) or fields.get("role", "").strip()
    tag = re.sub(r"[^\w.-]", "-", role) or "unknown"
    attributes = {
        key: _legal(value)
        for key, value in _attributes(node, role, fields, details[node.model or node])
        if _is_name(key)
    }
    found = Element(tag if _NAME.fullmatch(tag) else f"_{tag}", attributes)
    if text := fields.get("text"):
        found.text = _plain(text)
    found.extend(_element(child, details) for child in node.children)
    return found


def _attributes(node: Node, role: str, fields: Details, model: Details) -> Iterator[tuple[str, str]]:
    yield "name", OTHER_NAMES.get(node.name, node.name) if role == "application" else node.name
    for state in _state_names(node.states):
        yield _qualify("st", state), "true"
    for key, value in fields.get("attributes", {}).items():
        yield _qualify("attr", key), value
    if node.is_in(ON_SCREEN):
        x, y, width, height = fields.get("extents", (0, 0, 0, 0))
        yield _qualify("cp", "screencoord"), str((x, y))
        yield _qualify("cp", "size"), str((width, height))
    for interface in ("Image", "Selection"):
        if node.implements(interface):
            yield interface.lower(), "true"
    if node.implements("Value"):
        for name, key in zip(VALUES, ("value", "min", "max", "step"), strict=True):
            yield _qualify("val", key), str(fields.get(name, model.get(name, 0.0)))
    for name, description, keys in fields.get("actions", ()):
        action = name.replace(" ", "-")
        yield _qualify("act", f"{action}_desc"), description
        yield _qualify("act", f"{action}_kb"), keys


@cache
def _state_names(states: int) -> list[str]:
    return [state for number, state in enumerate(STATES) if states >> number & 1]


@cache
def _legal(value: str) -> str:
    """What of it XML can hold."""
    return _NO_XML.sub("", value)


def _plain(text: str) -> str:
    return _legal(text.translate(_PLACEHOLDERS))


@cache
def _qualify(prefix: str, name: str) -> str:
    return f"{{{NAMESPACE}{PREFIXES[prefix]}}}{name}"


@cache
def _is_name(key: str) -> bool:
    """Whether XML takes it as an attribute's name; applications invent some that it does not."""
    return _NAME.fullmatch(key.rpartition("}")[2]) is not None


def terminal_text(bus: AccessibilityBus) -> str | None:
    """The text of the terminal that has the focus in the active window; None without one."""
    reader = NodeReader(bus)
    terminals = [one for one in reader.applications() if one.name == TERMINAL_APPLICATION]
    reader.fill(terminals)
    windows = [one for terminal in terminals for one in terminal.children if one.is_in(state_mask("active"))]
    focused = [
        node
        for window in windows[:1]
        for node in window.all()
        if node.role == TERMINAL and node.is_in(state_mask("focused"))
    ]
    if len(focused) != 1:
        return None
    (text,) = bus.ask([text_question(focused[0].address)])
    return _plain(text or "").rstrip()


def main() -> None:
    """Print the tree, or the terminal's text."""
    gc.disable()  # it would look through the elements again and again, all of which are used to the end
    with closing(AccessibilityBus()) as bus:
        sys.stdout.write(_answer(bus))


def _answer(bus: AccessibilityBus) -> str:
    if sys.argv[1:] == ["terminal"]:
        return json.dumps(terminal_text(bus))
    reader = NodeReader(bus)
    applications = reader.applications()
    reader.fill(applications)
    details = read_details(bus, [node for application in applications for node in application.all()])
    answering = [application for application in applications if application.address[0] not in bus.silent]
    for prefix, name in PREFIXES.items():
        register_namespace(prefix, f"{NAMESPACE}{name}")
    return tostring(desktop_element(answering, details), encoding="unicode")


if __name__ == "__main__":
    main()
