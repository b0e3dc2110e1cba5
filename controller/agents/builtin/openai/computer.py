"""Actions of the Responses API's computer tool (`computer`, `computer_use_preview`) as testbed's.

Coordinates are pixels of the screenshot the model was shown; scroll distances are pixels too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from pydantic import ValidationError

from controller.agents.calls import BadCall
from controller.agents.numbers import is_number
from controller.core.actions import (
    Action,
    Button,
    Click,
    Drag,
    Key,
    MouseMove,
    Point,
    Screenshot,
    Scroll,
    TypeText,
    Wait,
)
from controller.core.invalid_data import describe_invalid
from controller.models.scaling import OutOfView, ScaledView

SCROLL_PIXELS = 100
"""Pixels of scrolling for which the wheel is turned by one click."""
WAIT_SECONDS = 2.0
"""The tool's `wait` does not say how long."""
HISTORY_KEYS = {"back": ("alt", "Left"), "forward": ("alt", "Right")}
"""The keys that stand for a mouse's buttons for going back and forward, which the desktop's pointer lacks."""
KEYS_NOT_HELD = "keys_not_held"
"""A leniency: the pointer moves without the keys that were to be held meanwhile."""
_BUTTONS: dict[str, Button] = {"left": "left", "right": "right", "wheel": "middle"}
_NAMES = ("click", "double_click", "drag", "keypress", "move", "screenshot", "scroll", "type", "wait")


def tool(kind: str, view: ScaledView) -> dict[str, Any]:
    """The tool's entry in the request's `tools`; `kind` is its type."""
    if kind == "computer":
        return {"type": "computer"}
    return {
        "type": "computer_use_preview",
        "display_width": view.width,
        "display_height": view.height,
        "environment": "linux",
    }


def actions_in(call: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a computer call asks for: a batch (`actions`) or, from the preview model, one `action`."""
    batch = call.get("actions")
    if not isinstance(batch, Sequence) or isinstance(batch, str) or not batch:
        batch = [call.get("action")]
    return [action if isinstance(action, Mapping) else {"type": action} for action in batch]


def to_action(request: Mapping[str, Any], view: ScaledView, leniencies: list[str] | None = None) -> Action:
    """Return the action that a computer call requests; its leniencies are appended to `leniencies`. Raises BadCall."""
    kind = request.get("type")
    try:
        return _action(str(kind), _Fields(str(kind), request, view), [] if leniencies is None else leniencies)
    except OutOfView as error:
        raise BadCall(f"{kind}: {error}") from error
    except ValidationError as error:
        raise BadCall(f"{kind}: {describe_invalid(error)}") from error


def _action(kind: str, fields: _Fields, leniencies: list[str]) -> Action:
    match kind:
        case "click" if fields.history_keys():
            fields.point()
            return Key(keys=(*fields.keys(), *fields.history_keys()), repeat=1)
        case "click":
            x, y = fields.point()
            return Click(x=x, y=y, button=fields.button(), count=1, modifiers=fields.keys())
        case "double_click":
            x, y = fields.point()
            return Click(x=x, y=y, count=2, modifiers=fields.keys())
        case "drag":
            return Drag(path=fields.path(), modifiers=fields.keys())
        case "keypress":
            return Key(keys=fields.keys(needed=True), repeat=1)
        case "move":
            x, y = fields.point()
            if fields.keys():
                leniencies.append(KEYS_NOT_HELD)
            return MouseMove(x=x, y=y)
        case "screenshot":
            return Screenshot()
        case "scroll":
            x, y = fields.point()
            dx, dy = fields.clicks("scroll_x"), fields.clicks("scroll_y")
            return Scroll(x=x, y=y, dx=dx, dy=dy, modifiers=fields.keys())
        case "type":
            return TypeText(text=fields.text())
        case "wait":
            return Wait(seconds=WAIT_SECONDS)
    raise BadCall(f"the computer has no action {kind!r}; it has {', '.join(_NAMES)}")


class _Fields:
    """A requested action's fields, checked as they are read."""

    def __init__(self, kind: str, values: Mapping[str, Any], view: ScaledView) -> None:
        self._kind = kind
        self._values = values
        self._view = view

    def wrong(self, what: str) -> NoReturn:
        raise BadCall(f"{self._kind}: {what}")

    def point(self, values: Mapping[str, Any] | None = None) -> tuple[int, int]:
        point = self._values if values is None else values
        return self._view.to_native(self._number(point.get("x"), "x"), self._number(point.get("y"), "y"))

    def path(self) -> tuple[Point, ...]:
        value = self._values.get("path")
        if not isinstance(value, list) or not all(isinstance(point, Mapping) for point in value):
            self.wrong("`path` must be a list of points {x, y}")
        pixels = [self.point(point) for point in value]
        return tuple(Point(x=x, y=y) for x, y in pixels)

    def button(self) -> Button:
        name = self._values.get("button", "left")
        if name not in _BUTTONS:
            self.wrong(f"there is no button {name!r}; use {', '.join((*_BUTTONS, *HISTORY_KEYS))}")
        return _BUTTONS[name]

    def history_keys(self) -> tuple[str, ...]:
        """The keys that stand for the button, none for a button that the pointer has."""
        return HISTORY_KEYS.get(str(self._values.get("button")), ())

    def keys(self, *, needed: bool = False) -> tuple[str, ...]:
        value = self._values.get("keys") or []
        if not isinstance(value, list) or not all(isinstance(key, str) and key.strip() for key in value):
            self.wrong("`keys` must be a list of key names")
        if needed and not value:
            self.wrong("`keys` is empty")
        return tuple(key.strip() for key in value)

    def text(self) -> str:
        value = self._values.get("text")
        if not isinstance(value, str) or not value:
            self.wrong("`text` must be a text")
        return value

    def clicks(self, field: str) -> int:
        """A distance in pixels as clicks of the wheel, at least one unless it is 0."""
        pixels = self._number(self._values.get(field, 0), field)
        clicks = min(100, max(1, round(abs(pixels) / SCROLL_PIXELS))) if pixels else 0
        return int(math.copysign(clicks, pixels))

    def _number(self, value: Any, field: str) -> float:
        if not is_number(value):
            self.wrong(f"`{field}` must be a number")
        return value
