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
import time
from collections.abc import Iterator
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element, register_namespace, tostring

from mcp_tools.computer.atspi import (
    UnresponsiveError,
    begin,
    cells_on_screen,
    children_of,
    extents_of,
    query,
    states_of,
)

from gi.repository import Atspi  # isort: skip - in the version that the import above chose

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
MAX_DEPTH = 50
MAX_CHILDREN = 1024
SECONDS = 60.0
"""How long one look may take; what was not reached is left out."""
OTHER_NAMES = {"Chromium": "Google Chrome"}
"""Applications that OSWorld's tasks know by another name."""
TERMINAL = "gnome-terminal-server"
_STATE = Atspi.StateType
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLACEHOLDERS = str.maketrans("", "", "\ufffc\ufffd")


class XmlReader:
    """One look."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._deadline = time.monotonic() + seconds

    def read(self, desktop: Any) -> Element:
        """The desktop with the tree of each application that answers."""
        root = Element("desktop-frame")
        for application in children_of(desktop):
            try:
                root.append(self.element(application, 1))
            except UnresponsiveError:
                continue
        return root

    def element(self, accessible: Any, depth: int) -> Element:
        """An element with all that is in it. Raises UnresponsiveError."""
        role = (query(accessible.get_role_name, "") or "").strip()
        tag = re.sub(r"[^\w.-]", "-", role) or "unknown"
        found = Element(tag if _NAME.fullmatch(tag) else f"_{tag}", self._attributes(accessible, role))
        if text := _text_of(accessible):
            found.text = text
        if depth < MAX_DEPTH:
            for child in self._children(accessible, role):
                if time.monotonic() > self._deadline:
                    break
                found.append(self.element(child, depth + 1))
        return found

    def _attributes(self, accessible: Any, role: str) -> dict[str, str]:
        name = query(accessible.get_name, "") or ""
        attributes = {"name": OTHER_NAMES.get(name, name) if role == "application" else name}
        states = states_of(accessible)
        for state in states.get_states():
            attributes[_qualified("st", state.value_nick)] = "true"
        for key, value in (query(accessible.get_attributes, None) or {}).items():
            attributes[_qualified("attr", key)] = value
        if states.contains(_STATE.VISIBLE) and states.contains(_STATE.SHOWING):
            x, y, width, height = extents_of(accessible)
            attributes[_qualified("cp", "screencoord")] = str((x, y))
            attributes[_qualified("cp", "size")] = str((width, height))
        attributes |= _interfaces(accessible)
        return {key: _NO_XML.sub("", value) for key, value in attributes.items() if _is_name(key)}

    def _children(self, accessible: Any, role: str) -> Iterator[Any]:
        count = query(accessible.get_child_count, 0)
        if role != "table" or 0 <= count <= MAX_CHILDREN:
            yield from children_of(accessible, max(0, min(count, MAX_CHILDREN)))
            return
        shown = cells_on_screen(accessible)
        if shown is None:
            return
        (top, left), (bottom, right) = shown
        for row in range(top, min(bottom, top + MAX_CHILDREN) + 1):
            for column in range(left, min(right, left + MAX_CHILDREN) + 1):
                cell = query(partial(Atspi.Table.get_accessible_at, accessible, row, column), None)
                if cell is not None:
                    yield cell


def _interfaces(accessible: Any) -> dict[str, str]:
    """What an element tells by the interfaces that it has."""
    found: dict[str, str] = {}
    if query(accessible.get_image_iface, None) is not None:
        found["image"] = "true"
    if query(accessible.get_selection_iface, None) is not None:
        found["selection"] = "true"
    if query(accessible.get_value_iface, None) is not None:
        numbers = {
            "value": Atspi.Value.get_current_value,
            "min": Atspi.Value.get_minimum_value,
            "max": Atspi.Value.get_maximum_value,
            "step": Atspi.Value.get_minimum_increment,
        }
        for key, number in numbers.items():
            found[_qualified("val", key)] = str(query(partial(number, accessible), 0.0))
    if query(accessible.get_action_iface, None) is not None:
        for index in range(query(partial(Atspi.Action.get_n_actions, accessible), 0)):
            action = (query(partial(Atspi.Action.get_action_name, accessible, index), "") or "").replace(
                " ", "-"
            )
            described = query(partial(Atspi.Action.get_action_description, accessible, index), "")
            keys = query(partial(Atspi.Action.get_key_binding, accessible, index), "")
            found[_qualified("act", f"{action}_desc")] = described or ""
            found[_qualified("act", f"{action}_kb")] = keys or ""
    return found


def _text_of(accessible: Any) -> str:
    if query(accessible.get_text_iface, None) is None:
        return ""
    count = query(partial(Atspi.Text.get_character_count, accessible), 0)
    text = query(partial(Atspi.Text.get_text, accessible, 0, count), "") or ""
    return _NO_XML.sub("", text.translate(_PLACEHOLDERS))


def _qualified(prefix: str, name: str) -> str:
    return f"{{{NAMESPACE}{PREFIXES[prefix]}}}{name}"


def _is_name(key: str) -> bool:
    """Whether XML takes it as an attribute's name; applications invent some that it does not."""
    return _NAME.fullmatch(key.rpartition("}")[2]) is not None


def terminal_text(desktop: Any) -> str | None:
    """The text of the terminal that has the focus in the active window; None without one."""
    for application in children_of(desktop):
        if query(application.get_name, "") != TERMINAL:
            continue
        for frame in children_of(application):
            if states_of(frame).contains(_STATE.ACTIVE):
                focused = [item for item in _inside(frame, 0) if _is_focused_terminal(item)]
                return _text_of(focused[0]).rstrip() if len(focused) == 1 else None
    return None


def _is_focused_terminal(accessible: Any) -> bool:
    return query(accessible.get_role_name, "") == "terminal" and states_of(accessible).contains(
        _STATE.FOCUSED
    )


def _inside(accessible: Any, depth: int) -> Iterator[Any]:
    yield accessible
    if depth < MAX_DEPTH:
        for child in children_of(accessible):
            yield from _inside(child, depth + 1)


def main() -> None:
    """Print the tree, or the terminal's text."""
    desktop = begin()
    if sys.argv[1:] == ["terminal"]:
        json.dump(terminal_text(desktop), sys.stdout)
        return
    for prefix, name in PREFIXES.items():
        register_namespace(prefix, f"{NAMESPACE}{name}")
    sys.stdout.write(tostring(XmlReader().read(desktop), encoding="unicode"))


if __name__ == "__main__":
    main()
