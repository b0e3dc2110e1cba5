"""A program for a guest: the accessibility tree as OSWorld's XML, read with libatspi, one question at a time.

Slow and plain, as in OSWorld's own in-guest server, but of a spreadsheet's cells it finds those on the screen at once.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element, tostring

from mcp_tools.computer.atspi import begin, cells_on_screen, children_of, extents_of, query, states_of

from gi.repository import Atspi  # isort: skip - in the version that the import above chose

NAMESPACE = "https://accessibility.ubuntu.example.org/ns/"
MAX_CHILDREN = 1024
VALUES = {
    "value": Atspi.Value.get_current_value,
    "min": Atspi.Value.get_minimum_value,
    "max": Atspi.Value.get_maximum_value,
    "step": Atspi.Value.get_minimum_increment,
}


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
