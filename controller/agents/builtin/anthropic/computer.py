"""Calls of Anthropic's computer tools as actions, and actions as calls.

`computer_toolset_20260801` is a family of tools, its members; the older `computer_…` are one tool whose
argument `action` names the same members. Coordinates are pixels of the screenshot the model was shown. A
click without a coordinate means the pointer's place, which is followed through the actions taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import ValidationError

from controller.agents.calls import BadCall
from controller.agents.coordinates import Pointer
from controller.agents.numbers import is_number
from controller.core.actions import (
    Button,
    Click,
    Drag,
    GuiAction,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Screenshot,
    Scroll,
    TypeText,
    Wait,
    Zoom,
)
from controller.core.invalid_data import describe_invalid
from controller.models.scaling import OutOfView, ScaledView

NAME = "computer"
"""The name of every computer tool: of the toolset in its calls, of the older ones as a tool."""
LONGEST = 300
"""Seconds of a hold or a wait that the toolset allows (its guide)."""
MAX_HOLD, MAX_WAIT = 30.0, 60.0
"""Seconds that the guest's `hold_key` and `wait` take (`controller/core/actions.py`)."""
WITHHELD = ("cursor_position",)
"""Members of the toolset not offered: the pointer is drawn in every screenshot."""


@dataclass(frozen=True, slots=True)
class ComputerTool:
    """One of Anthropic's computer tools: its type in the request, and the beta it needs, "" for none."""

    type: str
    beta: str = ""
    zooms: bool = True

    @property
    def is_toolset(self) -> bool:
        return not self.beta

    def entry(self, view: ScaledView) -> dict[str, Any]:
        """Its entry in the request's `tools`."""
        if self.is_toolset:
            return {"type": self.type, "configs": {member: {"enabled": False} for member in WITHHELD}}
        size = {"display_width_px": view.width, "display_height_px": view.height}
        return {"type": self.type, "name": NAME, **size, **({"enable_zoom": True} if self.zooms else {})}

    def call(self, use: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """The member and arguments of a tool use, None when it is of another tool. Raises BadCall."""
        arguments = use.get("input")
        if self.is_toolset:
            if use.get("toolset_name") != NAME:
                return None
            return str(use["name"]), _object(arguments)
        if use["name"] != NAME or use.get("toolset_name"):
            return None
        rest = _object(arguments)
        member = rest.pop("action", None)
        if not isinstance(member, str):
            raise BadCall("computer needs `action`, the name of one")
        return member, rest


TOOLSET = ComputerTool("computer_toolset_20260801")
COMPUTER_20251124 = ComputerTool("computer_20251124", "computer-use-2025-11-24")
COMPUTER_20250124 = ComputerTool("computer_20250124", "computer-use-2025-01-24", zooms=False)
COMPUTERS = {tool.type: tool for tool in (TOOLSET, COMPUTER_20251124, COMPUTER_20250124)}


def to_action(member: str, arguments: Mapping[str, Any], view: ScaledView, pointer: Pointer) -> GuiAction:
    """The action that a call of `member` asks for. Raises BadCall."""
    handler = _HANDLERS.get(member)
    if handler is None:
        raise BadCall(f"the computer has no {member!r}; it has {', '.join(_HANDLERS)}")
    try:
        return handler(_Arguments(member, arguments, view, pointer))
    except OutOfView as error:
        raise BadCall(str(error)) from error
    except ValidationError as error:
        raise BadCall(f"{member}: {describe_invalid(error)}") from error


def parse_keys(text: str) -> tuple[str, ...]:
    """`"ctrl+shift+t"` -> `("ctrl", "shift", "t")`; the guest knows the names. Raises BadCall."""
    stripped = text.strip()
    parts = ["+"] if stripped == "+" else stripped.split("+")
    if len(parts) > 2 and parts[-2:] == ["", ""]:  # "ctrl++" is ctrl and the plus key
        parts = [*parts[:-2], "+"]
    names = tuple(part.strip() for part in parts)
    if not all(names) or any(len(name.split()) > 1 for name in names):
        raise BadCall(f"{text!r} is no key or combination; write one, such as 'Return' or 'ctrl+shift+t'")
    return names


class _Arguments:
    """One call's arguments, checked as they are read."""

    def __init__(self, member: str, values: Mapping[str, Any], view: ScaledView, pointer: Pointer) -> None:
        self._member = member
        self._values = values
        self._view = view
        self._pointer = pointer

    def text(self) -> str:
        value = self._values.get("text")
        if not isinstance(value, str) or not value:
            raise BadCall(f"{self._member} needs `text`, a string")
        return value

    def keys(self) -> tuple[str, ...]:
        return parse_keys(self.text())

    def modifiers(self) -> tuple[str, ...]:
        return self.keys() if self._values.get("text") else ()

    def integer(self, field: str, default: int | None = None) -> int:
        value = self._values.get(field)
        value = default if value is None else value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadCall(f"{self._member} needs `{field}`, a whole number")
        return value

    def seconds(self, most: float) -> float:
        """The duration; up to the toolset's own limit it is shortened to what the guest does at once."""
        value: Any = self._values.get("duration")
        if not is_number(value):
            raise BadCall(f"{self._member} needs `duration`, seconds")
        if value > LONGEST:
            raise BadCall(f"{self._member} takes a `duration` of at most {LONGEST} seconds, not {value:g}")
        return min(float(value), most)

    def choice(self, field: str, choices: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
        value = self._values.get(field)
        if not isinstance(value, str) or value not in choices:
            raise BadCall(f"{self._member} needs `{field}`, one of {', '.join(choices)}")
        return choices[value]

    def point(self, field: str = "coordinate") -> tuple[int, int]:
        return self._view.to_native(*self._numbers(field, "[x, y]", 2))

    def point_or_pointer(self) -> tuple[int, int]:
        if self._values.get("coordinate") is not None:
            return self.point()
        if self._pointer is None:
            raise BadCall(f"where the pointer is is not known yet; give {self._member} a `coordinate`")
        return self._pointer

    def region(self) -> tuple[int, int, int, int]:
        x0, y0, x1, y1 = self._numbers("region", "[x0, y0, x1, y1]", 4)
        return self._view.region(x0, y0, x1, y1)

    def _numbers(self, field: str, shape: str, length: int) -> list[float]:
        value = self._values.get(field)
        if not isinstance(value, list) or len(value) != length or not all(is_number(item) for item in value):
            raise BadCall(f"{self._member} needs `{field}`, {shape} in pixels of the screenshot")
        return value


def _click(button: Button, count: int, arguments: _Arguments) -> GuiAction:
    x, y = arguments.point_or_pointer()
    return Click(x=x, y=y, button=button, count=count, modifiers=arguments.modifiers())


def _drag(arguments: _Arguments) -> GuiAction:
    start, end = arguments.point("start_coordinate"), arguments.point()
    path = (Point(x=start[0], y=start[1]), Point(x=end[0], y=end[1]))
    return Drag(path=path, modifiers=arguments.modifiers())


_CLICKS: dict[str, tuple[Button, int]] = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def _scroll(arguments: _Arguments) -> GuiAction:
    right, down = arguments.choice("scroll_direction", _DIRECTIONS)
    amount = arguments.integer("scroll_amount")
    if not 1 <= amount <= 100:
        raise BadCall("scroll needs `scroll_amount`, wheel clicks from 1 to 100")
    x, y = arguments.point_or_pointer()
    return Scroll(x=x, y=y, dx=right * amount, dy=down * amount, modifiers=arguments.modifiers())


def _mouse_move(arguments: _Arguments) -> GuiAction:
    x, y = arguments.point()
    return MouseMove(x=x, y=y)


def _zoom(arguments: _Arguments) -> GuiAction:
    x0, y0, x1, y1 = arguments.region()
    return Zoom(x0=x0, y0=y0, x1=x1, y1=y1)


_HANDLERS: dict[str, Callable[[_Arguments], GuiAction]] = {
    "screenshot": lambda _: Screenshot(),
    "cursor_position": lambda _: Screenshot(),  # the pointer is in the picture
    "zoom": _zoom,
    **{member: partial(_click, *click) for member, click in _CLICKS.items()},
    "left_click_drag": _drag,
    "left_mouse_down": lambda _: MouseDown(),
    "left_mouse_up": lambda _: MouseUp(),
    "mouse_move": _mouse_move,
    "scroll": _scroll,
    "key": lambda arguments: Key(keys=arguments.keys(), repeat=arguments.integer("repeat", 1)),
    "hold_key": lambda arguments: HoldKey(keys=arguments.keys(), seconds=arguments.seconds(MAX_HOLD)),
    "type": lambda arguments: TypeText(text=arguments.text()),
    "wait": lambda arguments: Wait(seconds=arguments.seconds(MAX_WAIT)),
}


def _object(arguments: object) -> dict[str, Any]:
    if not isinstance(arguments, dict):
        raise BadCall("the input must be a JSON object")
    return dict(arguments)
