"""Reads the visible part of the desktop's accessibility tree. Runs as a process: one request on standard input.

Request and result are JSON. The process ends after one request, also when an application does not answer.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from mcp_tools.computer.accessibility_tree import (
    PLAIN,
    Box,
    Layers,
    PrunedNode,
    RawNode,
    alike,
    common,
    prune,
    to_pixels,
    unit_of,
)
from mcp_tools.computer.atspi import (
    Point,
    UnresponsiveError,
    begin,
    cells_on_screen,
    children_of,
    extents_of,
    query,
    states_of,
)

from gi.repository import Atspi  # isort: skip - in the version that the import above chose

MAX_CHILDREN = 400
"""Maximum number of children read of a container; of a larger table the visible cells are read."""
SHELL = "gnome-shell"
OVERVIEW = "Overview"
OFFICE = "soffice"
GTK4 = "GTK"
CHROMIUM = "Chromium"
WEB_PAGE = "document web"
_STATE = Atspi.StateType
_SHOWN_STATES = {
    "active": _STATE.ACTIVE,
    "focused": _STATE.FOCUSED,
    "selected": _STATE.SELECTED,
    "checked": _STATE.CHECKED,
    "indeterminate": _STATE.INDETERMINATE,
    "pressed": _STATE.PRESSED,
    "editable": _STATE.EDITABLE,
    "expanded": _STATE.EXPANDED,
    "modal": _STATE.MODAL,
}
_VALUE_ROLES = frozenset({"dial", "level bar", "progress bar", "slider"})
_TEXT_ROLES = frozenset(
    {
        "combo box",
        "document text",
        "entry",
        "paragraph",
        "password text",
        "spin button",
        "table cell",
        "terminal",
        "text",
    }
)
_LABEL_ROLES = frozenset({"label", "static"})
_SILENT_ROLES = frozenset({"scroll bar", "separator"})
_CLASS_NAME = re.compile(r"(?:[A-Z]+[a-z0-9]+){2,}")


@dataclass(frozen=True, slots=True)
class Toplevel:
    """A window's accessible; `layer` is how many boxes lie above it, `origin` what its boxes are relative to.

    Its boxes are in units of `unit` pixels.
    """

    frame: Any
    layer: int
    title: str
    app: str
    toolkit: str
    origin: Point
    unit: int = 1


class Reader:
    """One look at the desktop."""

    def __init__(self, desktop: Any, question: dict[str, Any]) -> None:
        self._desktop = desktop
        self._deadline = time.monotonic() + question["seconds"]
        self._characters = int(question["characters"])
        self._depth = int(question["depth"])
        self._nodes = int(question["nodes"])
        self._scale = int(question["scale"])
        self._screen: Box = (0, 0, int(question["width"]), int(question["height"]))
        self._places: list[dict[str, Any]] = [*question["popups"], *question["windows"]]
        self._layers = Layers(self._screen, tuple(map(_box_of, self._places)), len(question["popups"]))
        self.cut: set[str] = set()
        self.missing: set[str] = set()

    def read(self) -> list[PrunedNode]:
        """Return the visible nodes: popups and windows from the top, then the shell and what is at the bottom."""
        toplevels = sorted(self._toplevels(), key=lambda toplevel: toplevel.layer)
        shell = [
            node for toplevel in toplevels if toplevel.title == SHELL for node in self._window_nodes(toplevel)
        ]
        if any(node.name == OVERVIEW and node.role == "panel" for node in shell):
            return shell[: self._nodes]  # windows are shown as small pictures, not where they are
        nodes: list[PrunedNode] = []
        for toplevel in toplevels:
            if not self._hidden(toplevel):
                nodes += shell if toplevel.title == SHELL else self._window_nodes(toplevel)
            if len(nodes) > self._nodes:
                self.cut.add("nodes")
                break
        return nodes[: self._nodes]

    def _window_nodes(self, toplevel: Toplevel) -> list[PrunedNode]:
        try:
            return self._window(toplevel)
        except UnresponsiveError:
            self.missing.add(toplevel.app or toplevel.title)
            return []

    def _window(self, toplevel: Toplevel) -> list[PrunedNode]:
        bottom = len(self._places)
        raw = self._raw(toplevel.frame, toplevel, 0, toplevel.origin)
        if raw is None:
            return []
        if not raw.children and toplevel.app:
            self.missing.add(toplevel.app)
        raw.name = raw.name if toplevel.layer < bottom and raw.name else toplevel.title
        if toplevel.title != SHELL:
            return prune(raw, self._layers, min(toplevel.layer, bottom), self._characters)
        raw.states = ()
        # The shell's nameless buttons are arrows that it shows only when they are needed.
        return [one for one in prune(raw, self._layers, 0, self._characters) if one.name or one.text]

    def _toplevels(self) -> Iterator[Toplevel]:
        for app in children_of(self._desktop):
            pid = 0
            try:
                pid = query(app.get_process_id, 0)
                yield from self._toplevels_of(app, pid)
            except UnresponsiveError:
                self.missing.update(place["app"] for place in self._places if pid and place["pid"] == pid)

    def _toplevels_of(self, app: Any, pid: int) -> Iterator[Toplevel]:
        bottom = len(self._places)
        name = query(app.get_name, "")
        toolkit = OFFICE if name == OFFICE else query(app.get_toolkit_name, "")
        for frame in children_of(app):
            if name == SHELL:
                yield Toplevel(frame, bottom, SHELL, "", toolkit, (0, 0))
            elif (layer := self._layer_of(frame, pid)) is not None:
                place = self._places[layer]
                origin = (place["x"], place["y"]) if toolkit == GTK4 else (0, 0)
                unit = unit_of(extents_of(frame), _box_of(place), self._scale)
                yield Toplevel(frame, layer, place["title"], place["app"], toolkit, origin, unit)
            elif query(frame.get_role_name, "") == "frame" and (unit := self._unit_at_bottom(frame)):
                yield Toplevel(frame, bottom + 1, "Desktop", "", toolkit, (0, 0), unit)

    def _layer_of(self, frame: Any, pid: int) -> int | None:
        """Which of the windows on the screen the frame is: by title among its process's, else by its box."""
        title, box = query(frame.get_name, ""), extents_of(frame)
        own = [n for n, place in enumerate(self._places) if place["pid"] in (pid, 0)]
        titled = [n for n in own if title and self._places[n]["title"] == title]
        if len(titled) == 1:
            return titled[0]
        boxes = [to_pixels(box, unit) for unit in sorted({1, self._scale})]
        return next(
            (n for n in titled or own for expected in boxes if alike(_box_of(self._places[n]), expected)),
            None,
        )

    def _hidden(self, toplevel: Toplevel) -> bool:
        """Whether one window alone covers the whole window."""
        if toplevel.layer >= len(self._places):
            return False
        box = self._layers.boxes[toplevel.layer]
        return any(common(box, over) == box for over in self._layers.boxes[: toplevel.layer])

    def _unit_at_bottom(self, frame: Any) -> int:
        """The unit of the desktop's own window; 0 of other windows."""
        box = extents_of(frame)
        units = (unit for unit in (1, self._scale) if to_pixels(box, unit) == self._screen)
        return next(units, 0) if states_of(frame).contains(_STATE.SHOWING) else 0

    def _raw(self, accessible: Any, toplevel: Toplevel, depth: int, origin: Point) -> RawNode | None:
        """The element with all that shows in it; None when it does not show. Its box is relative to `origin`."""
        if time.monotonic() > self._deadline:
            self.cut.add("seconds")
            return None
        states = states_of(accessible)
        # GTK 4 tells of windows only that they show.
        if depth and not states.contains(_STATE.VISIBLE if toplevel.toolkit == GTK4 else _STATE.SHOWING):
            return None
        role = query(accessible.get_role_name, "") or "unknown"
        if toplevel.toolkit == OFFICE and origin != toplevel.origin:
            if role == "menu bar":
                return None  # the other one of the same menus is the one on the screen
            if "toolkit" in (query(accessible.get_attributes, None) or {}):
                origin = toplevel.origin
        if toplevel.toolkit == CHROMIUM and role == WEB_PAGE:
            toplevel = replace(toplevel, unit=1)  # pages tell pixels, what is around them does not
        box = extents_of(accessible, origin, toplevel.unit)
        if role in _SILENT_ROLES or (box[2] > 0 < box[3] and common(box, self._screen) is None):
            return None
        name = query(accessible.get_name, "") or ""
        if toplevel.toolkit == GTK4 and role != "label" and _CLASS_NAME.fullmatch(name):
            name = ""  # the widget has no name of its own
        raw = RawNode(
            role, name, self._text(accessible, role, name, states), _visible_states(states, role), box
        )
        if depth == self._depth:
            self.cut.add("depth")
            return raw
        for child in self._visible_children(accessible, role):
            inner = (
                _office_origin(child, box, toplevel.unit)
                if toplevel.toolkit == OFFICE and origin == toplevel.origin
                else origin
            )
            if (inner_raw := self._raw(child, toplevel, depth + 1, inner)) is not None:
                raw.children.append(inner_raw)
        if not raw.name and not raw.text and role not in _TEXT_ROLES:
            raw.hint = query(accessible.get_description, "") or ""
        return raw

    def _text(self, accessible: Any, role: str, name: str, states: Any) -> str:
        if role == "combo box" and query(accessible.get_selection_iface, None) is not None:
            chosen = query(lambda: Atspi.Selection.get_selected_child(accessible, 0), None)
            if chosen is not None and (item_name := query(chosen.get_name, "")):
                return item_name
        if role in _VALUE_ROLES:
            return f"{query(lambda: Atspi.Value.get_current_value(accessible), 0.0):g}"
        readable = (
            role in _TEXT_ROLES or states.contains(_STATE.EDITABLE) or (role in _LABEL_ROLES and not name)
        )
        if not readable or query(accessible.get_text_iface, None) is None:
            return ""
        # LibreOffice has nothing to say about a range that ends behind its text.
        count = query(lambda: Atspi.Text.get_character_count(accessible), 0)
        return query(lambda: Atspi.Text.get_text(accessible, 0, min(count, self._characters + 1)), "") or ""

    def _visible_children(self, accessible: Any, role: str) -> Iterator[Any]:
        count = query(accessible.get_child_count, 0)
        if role in ("table", "tree table") and not 0 <= count <= MAX_CHILDREN:
            yield from self._cells(accessible)
            return
        if not 0 <= count <= MAX_CHILDREN:
            self.cut.add(f"{MAX_CHILDREN} children of a {role}")
        yield from children_of(accessible, min(count, MAX_CHILDREN))

    def _cells(self, table: Any) -> Iterator[Any]:
        """The cells of a large table that are on the screen, row by row, but for empty ones."""
        shown = cells_on_screen(table)
        if shown is None:
            return
        (top, left), (bottom, right) = shown
        for row in range(top, min(bottom, top + MAX_CHILDREN) + 1):
            for column in range(left, min(right, left + MAX_CHILDREN) + 1):
                if time.monotonic() > self._deadline:
                    return
                cell = query(partial(Atspi.Table.get_accessible_at, table, row, column), None)
                if cell is not None and self._has_content(cell):
                    yield cell

    @staticmethod
    def _has_content(cell: Any) -> bool:
        states = states_of(cell)
        if states.contains(_STATE.FOCUSED) or states.contains(_STATE.SELECTED):
            return True
        return bool(query(lambda: Atspi.Text.get_character_count(cell), 0))


def _visible_states(states: Any, role: str) -> tuple[str, ...]:
    names = [name for name, state in _SHOWN_STATES.items() if states.contains(state)]
    if states.contains(_STATE.EXPANDABLE) and not states.contains(_STATE.EXPANDED):
        names.append("collapsed")
    if role not in PLAIN and not (states.contains(_STATE.ENABLED) or states.contains(_STATE.SENSITIVE)):
        names.append("disabled")
    return tuple(names)


def _office_origin(child: Any, box: Box, unit: int) -> Point:
    """What LibreOffice's own elements are relative to: it forgets the menu bar above the pane that holds them."""
    if query(child.get_role_name, "") != "root pane":
        return (0, 0)
    reported = extents_of(child, unit=unit)
    return (box[0] - reported[0], box[1] - reported[1])


def _box_of(place: dict[str, Any]) -> Box:
    return (place["x"], place["y"], place["width"], place["height"])


def main() -> None:
    """Answer the question on standard input."""
    reader = Reader(begin(), json.load(sys.stdin))
    nodes = []
    for entry in reader.read():
        node = asdict(entry)
        node["x"], node["y"], node["width"], node["height"] = node.pop("box")
        nodes.append(node)
    json.dump({"nodes": nodes, "cut": sorted(reader.cut), "missing": sorted(reader.missing)}, sys.stdout)


if __name__ == "__main__":
    main()
