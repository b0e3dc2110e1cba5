"""Reads the visible part of the desktop's accessibility tree. Runs as a process: one request on standard input.

Request and result are JSON. The process ends after one request, also when an application does not answer.
"""

from __future__ import annotations

import json
import re
import sys
import time
from dataclasses import asdict, dataclass, replace
from typing import Any

from mcp_tools.computer.accessibility_bus import ATSPI, AccessibilityBus, Address, Question
from mcp_tools.computer.accessibility_names import ROLES
from mcp_tools.computer.accessibility_nodes import REGISTRY
from mcp_tools.computer.accessibility_questions import (
    corner_questions,
    extents_question,
    property_question,
    question,
    read_place,
    state_bits,
    state_mask,
    text_question,
)
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
from mcp_tools.computer.dbus_messages import Call
from mcp_tools.computer.readings import Reading, Together, read_together

MAX_CHILDREN = 400
"""Maximum number of children read of a container; of a larger table the visible cells are read."""
ROWS_AT_ONCE = 20
"""How many rows of a large table are read before looking at the time."""
ANSWER_SECONDS = 1.5
"""How long one application may say nothing while it is asked."""
SHELL = "gnome-shell"
OVERVIEW = "Overview"
OFFICE = "soffice"
GTK4 = "GTK"
CHROMIUM = "Chromium"
WEB_PAGE = "document web"
_NOWHERE: Box = (0, 0, 0, 0)
"""The box of an element that has none."""
_NO_ELEMENT = "/org/a11y/atspi/null"
_SHOWN_STATES = (
    "active",
    "focused",
    "selected",
    "checked",
    "indeterminate",
    "pressed",
    "editable",
    "expanded",
    "modal",
)
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
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Toplevel:
    """A window's address; `layer` is how many boxes lie above it, `origin` what its boxes are relative to.

    Its boxes are in units of `unit` pixels.
    """

    frame: Address
    layer: int
    title: str
    app: str
    toolkit: str
    origin: Point
    unit: int = 1

    @property
    def is_office(self) -> bool:
        return self.toolkit == OFFICE


class Reader:
    """One look at the desktop."""

    def __init__(self, bus: AccessibilityBus, request: dict[str, Any]) -> None:
        self._bus = bus
        self._deadline = time.monotonic() + request["seconds"]
        self._characters = int(request["characters"])
        self._depth = int(request["depth"])
        self._nodes = int(request["nodes"])
        self._scale = int(request["scale"])
        self._screen: Box = (0, 0, int(request["width"]), int(request["height"]))
        self._places: list[dict[str, Any]] = [*request["popups"], *request["windows"]]
        self._layers = Layers(self._screen, tuple(map(_box_of, self._places)), len(request["popups"]))
        self.cut: set[str] = set()
        self.missing: set[str] = set()

    def read(self) -> list[PrunedNode]:
        """Return the visible nodes: popups and windows from the top, then the shell and what is at the bottom."""
        (applications,) = self._bus.ask([question(REGISTRY, "Accessible", "GetChildren")])
        found = read_together(self._bus, map(self._toplevels_of, applications or ()))
        toplevels = sorted((one for below in found for one in below), key=lambda toplevel: toplevel.layer)
        shown = [one for one in toplevels if one.title == SHELL or not self._hidden(one)]
        raw = read_together(self._bus, (self._raw(one.frame, one, 0, one.origin) for one in shown))
        windows = [(one, self._window(one, tree)) for one, tree in zip(shown, raw, strict=True)]
        shell = [node for one, nodes in windows if one.title == SHELL for node in nodes]
        if any(node.name == OVERVIEW and node.role == "panel" for node in shell):
            return shell[: self._nodes]  # windows are shown as small pictures, not where they are
        every = [node for _, nodes in windows for node in nodes]
        if len(every) > self._nodes:
            self.cut.add("nodes")
        return every[: self._nodes]

    def _window(self, toplevel: Toplevel, raw: RawNode | None) -> list[PrunedNode]:
        if toplevel.frame[0] in self._bus.silent:
            self.missing.add(toplevel.app or toplevel.title)
            return []
        if raw is None:
            return []
        if not raw.children and toplevel.app:
            self.missing.add(toplevel.app)
        bottom = len(self._places)
        raw.name = raw.name if toplevel.layer < bottom and raw.name else toplevel.title
        if toplevel.title != SHELL:
            return prune(raw, self._layers, min(toplevel.layer, bottom), self._characters)
        raw.states = ()
        # The shell's nameless buttons are arrows that it shows only when they are needed.
        return [one for one in prune(raw, self._layers, 0, self._characters) if one.name or one.text]

    def _toplevels_of(self, app: Address) -> Reading:
        """An application's windows that are on the screen, the desktop's own among them."""
        pid, name, toolkit, frames = yield [
            _process_question(app),
            property_question(app, "Accessible", "Name"),
            property_question(app, "Application", "ToolkitName"),
            question(app, "Accessible", "GetChildren"),
        ]
        toolkit = OFFICE if name == OFFICE else toolkit or ""
        if name == SHELL:
            bottom = len(self._places)
            return [Toplevel(frame, bottom, SHELL, "", toolkit, (0, 0)) for frame in frames or ()]
        found = yield Together([self._toplevel(frame, toolkit, pid or 0) for frame in frames or ()])
        if app[0] in self._bus.silent:
            self.missing.update(place["app"] for place in self._places if pid and place["pid"] == pid)
        return [toplevel for toplevel in found if toplevel is not None]

    def _toplevel(self, frame: Address, toolkit: str, pid: int) -> Reading:
        """The window that a frame is; None if it is not on the screen."""
        title, reported, number, words = yield [
            property_question(frame, "Accessible", "Name"),
            extents_question(frame),
            *_kind_questions(frame),
        ]
        box = reported or _NOWHERE
        layer = self._layer_of(title or "", box, pid)
        if layer is None:
            unit = self._unit_at_bottom(box) if ROLES.get(number) == "frame" else 0
            if not unit or not state_bits(words) & state_mask("showing"):
                return None
            return Toplevel(frame, len(self._places) + 1, "Desktop", "", toolkit, (0, 0), unit)
        place = self._places[layer]
        origin = (place["x"], place["y"]) if toolkit == GTK4 else (0, 0)
        unit = unit_of(box, _box_of(place), self._scale)
        return Toplevel(frame, layer, place["title"], place["app"], toolkit, origin, unit)

    def _layer_of(self, title: str, box: Box, pid: int) -> int | None:
        """Which of the windows on the screen a frame is: by title among its process's, else by its box."""
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

    def _unit_at_bottom(self, box: Box) -> int:
        """The unit of the desktop's own window; 0 of other windows."""
        return next((unit for unit in (1, self._scale) if to_pixels(box, unit) == self._screen), 0)

    def _raw(
        self, address: Address, toplevel: Toplevel, depth: int, origin: Point, around: Box | None = None
    ) -> Reading:
        """The element with all that shows in it; None when it does not show.

        Its box is relative to `origin`, or, of one directly in LibreOffice's own window, to what its place in that
        window's box `around` says.
        """
        if time.monotonic() > self._deadline:
            self.cut.add("seconds")
            return None
        number, words = yield _kind_questions(address)
        states = state_bits(words)
        # GTK 4 tells of windows only that they show.
        if depth and not states & state_mask("visible" if toplevel.toolkit == GTK4 else "showing"):
            return None
        name, reported, interfaces, count, *further = yield [
            property_question(address, "Accessible", "Name"),
            extents_question(address),
            question(address, "Accessible", "GetInterfaces"),
            property_question(address, "Accessible", "ChildCount"),
            *([] if number in ROLES else [question(address, "Accessible", "GetRoleName")]),
            *([question(address, "Accessible", "GetAttributes")] if toplevel.is_office else []),
        ]
        role = ROLES.get(number) or further[0] or "unknown"
        if around is not None:
            origin = _office_origin(role, reported, around, toplevel.unit)
        if toplevel.is_office and origin != toplevel.origin:
            if role == "menu bar":
                return None  # the other one of the same menus is the one on the screen
            if "toolkit" in (further[-1] or {}):
                origin = toplevel.origin
        if toplevel.toolkit == CHROMIUM and role == WEB_PAGE:
            toplevel = replace(toplevel, unit=1)  # pages tell pixels, what is around them does not
        box = _box_at(reported, origin, toplevel.unit)
        if role in _SILENT_ROLES or (box[2] > 0 < box[3] and common(box, self._screen) is None):
            return None
        name = name or ""
        if toplevel.toolkit == GTK4 and role != "label" and _CLASS_NAME.fullmatch(name):
            name = ""  # the widget has no name of its own
        has_children = depth < self._depth
        if not has_children:
            self.cut.add("depth")
        (text, hint), below = yield Together(
            [
                self._text(address, role, name, states, frozenset(interfaces or ())),
                self._children(address, role, count or 0 if has_children else 0),
            ]
        )
        inside = box if toplevel.is_office and origin == toplevel.origin else None
        inner = yield Together([self._raw(child, toplevel, depth + 1, origin, inside) for child in below])
        raw = RawNode(role, name, text, _visible_states(states, role), box, hint=hint if has_children else "")
        raw.children = [child for child in inner if child is not None]
        return raw

    def _text(
        self, address: Address, role: str, name: str, states: int, interfaces: frozenset[str]
    ) -> Reading:
        """The element's text; and what it says of itself if it has neither a name nor a text."""
        text = ""
        is_readable = role in _TEXT_ROLES or states & state_mask("editable")
        if role == "combo box" and f"{ATSPI}Selection" in interfaces:
            (chosen,) = yield [question(address, "Selection", "GetSelectedChild", "i", 0)]
            (text,) = (yield [property_question(chosen, "Accessible", "Name")]) if chosen else ("",)
        if not text and role in _VALUE_ROLES:
            (value,) = yield [property_question(address, "Value", "CurrentValue")]
            text = f"{value or 0.0:g}"
        elif (
            not text and (is_readable or (role in _LABEL_ROLES and not name)) and f"{ATSPI}Text" in interfaces
        ):
            # LibreOffice has nothing to say about a range that ends behind its text.
            (count,) = yield [property_question(address, "Text", "CharacterCount")]
            end = min(count or 0, self._characters + 1)
            (text,) = yield [text_question(address, end)]
        if name or text or role in _TEXT_ROLES:
            return text or "", ""
        (hint,) = yield [property_question(address, "Accessible", "Description")]
        return "", hint or ""

    def _children(self, address: Address, role: str, count: int) -> Reading:
        """Where an element's children are; of a large table, the cells that are on the screen."""
        if 0 <= count <= MAX_CHILDREN:
            (children,) = (yield [question(address, "Accessible", "GetChildren")]) if count else ((),)
            return [child for child in children or () if child[1] != _NO_ELEMENT]
        if role in ("table", "tree table"):
            return (yield Together([self._cells(address)]))[0]
        self.cut.add(f"{MAX_CHILDREN} children of a {role}")
        children = yield [
            question(address, "Accessible", "GetChildAtIndex", "i", index)
            for index in range(min(count, MAX_CHILDREN))
        ]
        return [child for child in children if child is not None and child[1] != _NO_ELEMENT]

    def _cells(self, table: Address) -> Reading:
        """The cells of a large table that are on the screen, row by row, but for empty ones."""
        (box,) = yield [extents_question(table)]
        at_corners = yield corner_questions(table, box)
        places = yield Together([read_place(table, cell) for cell in at_corners if cell is not None])
        if len(places) != 2:
            return []
        (top, left), (bottom, right) = places
        last = (min(bottom, top + MAX_CHILDREN), min(right, left + MAX_CHILDREN))
        found: list[Address] = []
        for first in range(top, last[0] + 1, ROWS_AT_ONCE):
            if time.monotonic() > self._deadline:
                break
            rows = range(first, min(last[0] + 1, first + ROWS_AT_ONCE))
            cells = yield [
                question(table, "Table", "GetAccessibleAt", "ii", row, column)
                for row in rows
                for column in range(left, last[1] + 1)
            ]
            cells = [cell for cell in cells if cell is not None and cell[1] != _NO_ELEMENT]
            told = yield [
                asked
                for cell in cells
                for asked in (
                    question(cell, "Accessible", "GetState"),
                    property_question(cell, "Text", "CharacterCount"),
                )
            ]
            for cell, words, count in zip(cells, told[::2], told[1::2], strict=True):
                if (
                    count
                    or state_bits(words) & state_mask("focused")
                    or state_bits(words) & state_mask("selected")
                ):
                    found.append(cell)
        return found


def _kind_questions(address: Address) -> list[Question]:
    return [question(address, "Accessible", "GetRole"), question(address, "Accessible", "GetState")]


def _process_question(app: Address) -> Question:
    """Ask the bus for the process of an application."""
    bus = "org.freedesktop.DBus"
    return bus, Call("/org/freedesktop/DBus", bus, "GetConnectionUnixProcessID", "s", (app[0],))


def _visible_states(states: int, role: str) -> tuple[str, ...]:
    names = [name for name in _SHOWN_STATES if states & state_mask(name)]
    if states & state_mask("expandable") and not states & state_mask("expanded"):
        names.append("collapsed")
    if role not in PLAIN and not states & state_mask("enabled", "sensitive"):
        names.append("disabled")
    return tuple(names)


def _box_at(reported: Box | None, origin: Point, unit: int) -> Box:
    """An element's box on the screen, told in units of so many pixels, moved by `origin`; zeros when it has none."""
    if reported is None:
        return _NOWHERE
    x, y, width, height = to_pixels(reported, unit)
    return (x + origin[0], y + origin[1], width, height)


def _office_origin(role: str, reported: Box | None, around: Box, unit: int) -> Point:
    """What LibreOffice's own elements are relative to: it forgets the menu bar above the pane that holds them."""
    if role != "root pane":
        return (0, 0)
    own = _box_at(reported, (0, 0), unit)
    return (around[0] - own[0], around[1] - own[1])


def _box_of(place: dict[str, Any]) -> Box:
    return (place["x"], place["y"], place["width"], place["height"])


def main() -> None:
    """Answer the request on standard input."""
    reader = Reader(AccessibilityBus(ANSWER_SECONDS), json.load(sys.stdin))
    nodes = []
    for entry in reader.read():
        node = asdict(entry)
        node["x"], node["y"], node["width"], node["height"] = node.pop("box")
        nodes.append(node)
    json.dump({"nodes": nodes, "cut": sorted(reader.cut), "missing": sorted(reader.missing)}, sys.stdout)


if __name__ == "__main__":
    main()
