"""Calls of Gemini's predefined computer-use functions as actions.

Two sets of functions, as https://ai.google.dev/gemini-api/docs/generate-content/computer-use lists them: those of the
environment ENVIRONMENT_DESKTOP (Gemini 3.5 and later), and the older ones of a browser, the only ones that earlier
models know. Coordinates are whole numbers from 0 to 999: thousandths of the screen's width and height.

For scrolling, the guide has `magnitude_in_pixels`, and the API sends `magnitude_in_wheel_clicks` on desktops (as in
OSWorld's Gemini agent); both are accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pydantic import ValidationError

from controller.agents.builtin.google.models import ComputerKind
from controller.agents.calls import BadCall
from controller.agents.coordinates import CoordinateFrame
from controller.agents.numbers import is_number
from controller.core.actions import (
    Button,
    Click,
    Drag,
    GuiAction,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Scroll,
    TypeText,
    Wait,
)
from controller.core.invalid_data import describe_invalid
from controller.models.scaling import OutOfView, ScaledView

FRAME = CoordinateFrame("0-1000")
SCROLL_PIXELS = 100
"""Pixels of scrolling for which the wheel is turned by one click."""
SCREENSHOT = "take_screenshot"
"""Costs no step: the next observation brings the screenshot."""
EXCLUDED: dict[ComputerKind, tuple[str, ...]] = {
    "desktop": ("key_down", "key_up"),
    "browser": ("open_web_browser", "search", "navigate", "go_back", "go_forward"),
    "functions": (),
}
"""Predefined functions that are not offered: no action holds a key across calls, and the desktop is no browser."""
ENVIRONMENTS: dict[ComputerKind, str] = {"desktop": "ENVIRONMENT_DESKTOP", "browser": "ENVIRONMENT_BROWSER"}
Actions = tuple[GuiAction, ...]


def functions_of(kind: ComputerKind) -> tuple[str, ...]:
    """Return the names of the computer's functions."""
    return tuple(_BROWSER if kind == "browser" else _DESKTOP)


def to_actions(name: str, arguments: Mapping[str, Any], kind: ComputerKind, view: ScaledView) -> Actions:
    """Return the actions that a call of a computer function asks for; none for a screenshot. Raises BadCall."""
    handler = (_BROWSER if kind == "browser" else _DESKTOP)[name]
    try:
        return handler(_Arguments(name, arguments, view))
    except OutOfView as error:
        raise BadCall(f"{name}: {error}") from error
    except ValidationError as error:
        raise BadCall(f"{name}: {describe_invalid(error)}") from error


class _Arguments:
    """One call's arguments, checked as they are read."""

    def __init__(self, name: str, values: Mapping[str, Any], view: ScaledView) -> None:
        self._name = name
        self._values = values
        self._view = view

    def point(self, x: str = "x", y: str = "y") -> tuple[int, int]:
        return FRAME.pixel(self._number(x), self._number(y), self._view)

    def middle(self) -> tuple[int, int]:
        return self._view.native_width // 2, self._view.native_height // 2

    def text(self) -> str:
        value = self._values.get("text")
        if not isinstance(value, str):
            raise BadCall(f"{self._name} needs `text`, a string")
        return value

    def flag(self, field: str, default: bool) -> bool:
        value = self._values.get(field)
        if not isinstance(value, bool | None):
            raise BadCall(f"{self._name}: `{field}` must be true or false")
        return default if value is None else value

    def seconds(self) -> float:
        return self._number("seconds") if self._values.get("seconds") is not None else 1.0

    def key(self) -> tuple[str, ...]:
        return _split(self._values.get("key"), f"{self._name} needs `key`, the name of a key")

    def keys(self) -> tuple[str, ...]:
        value = self._values.get("keys")
        needs = f"{self._name} needs `keys`, names of keys"
        parts = value if isinstance(value, list) else [value]
        names = tuple(name for part in parts for name in _split(part, needs))
        if not names:
            raise BadCall(needs)
        return names

    def clicks(self, default_pixels: int) -> int:
        """Clicks of the wheel, at least one."""
        if self._values.get("magnitude_in_wheel_clicks") is not None:
            return max(1, min(100, round(self._number("magnitude_in_wheel_clicks"))))
        given = next((f for f in ("magnitude_in_pixels", "magnitude") if self._values.get(f) is not None), "")
        pixels = self._number(given) if given else default_pixels
        return max(1, min(100, round(pixels / SCROLL_PIXELS)))

    def direction(self) -> tuple[int, int]:
        value = self._values.get("direction")
        if not isinstance(value, str) or value.lower() not in _DIRECTIONS:
            raise BadCall(f"{self._name} needs `direction`, one of {', '.join(_DIRECTIONS)}")
        return _DIRECTIONS[value.lower()]

    def _number(self, field: str) -> float:
        value = self._values.get(field)
        if not is_number(value):
            raise BadCall(f"{self._name} needs `{field}`, a number")
        return value


_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_ENTER = Key(keys=("Return",), repeat=1)


def _split(value: object, needs: str) -> tuple[str, ...]:
    """`"Control+A"` -> `("Control", "A")`; the guest knows the names."""
    if not isinstance(value, str) or not value.strip():
        raise BadCall(needs)
    stripped = value.strip()
    if stripped.endswith("+"):  # the plus key, alone or in a combination
        return (*filter(None, stripped[:-1].rstrip("+").split("+")), "+")
    names = tuple(part.strip() for part in stripped.split("+"))
    if not all(names):
        raise BadCall(f"{value!r} is no key or combination; write one, such as 'Enter' or 'Control+S'")
    return names


def _click(button: Button, count: int, arguments: _Arguments) -> Actions:
    x, y = arguments.point()
    return (Click(x=x, y=y, button=button, count=count),)


def _move(arguments: _Arguments) -> Actions:
    x, y = arguments.point()
    return (MouseMove(x=x, y=y),)


def _type(arguments: _Arguments) -> Actions:
    text, enter = arguments.text(), arguments.flag("press_enter", False)
    if not text and not enter:
        raise BadCall("type needs `text`, a string that is not empty")
    return (*((TypeText(text=text),) if text else ()), *((_ENTER,) if enter else ()))


def _type_at(arguments: _Arguments) -> Actions:
    x, y = arguments.point()
    clear = (Key(keys=("ctrl", "a"), repeat=1), Key(keys=("BackSpace",), repeat=1))
    text, enter = arguments.text(), arguments.flag("press_enter", True)
    return (
        Click(x=x, y=y, count=1),
        *(clear if arguments.flag("clear_before_typing", True) else ()),
        *((TypeText(text=text),) if text else ()),
        *((_ENTER,) if enter else ()),
    )


def _drag(end_x: str, end_y: str, start_x: str, start_y: str, arguments: _Arguments) -> Actions:
    start, end = arguments.point(start_x, start_y), arguments.point(end_x, end_y)
    return (Drag(path=(Point(x=start[0], y=start[1]), Point(x=end[0], y=end[1]))),)


def _scroll(default_pixels: int, arguments: _Arguments) -> Actions:
    x, y = arguments.point()
    return _scroll_by(x, y, arguments.clicks(default_pixels), arguments)


def _scroll_document(arguments: _Arguments) -> Actions:
    x, y = arguments.middle()
    return _scroll_by(x, y, arguments.clicks(800), arguments)


def _scroll_by(x: int, y: int, clicks: int, arguments: _Arguments) -> Actions:
    right, down = arguments.direction()
    return (Scroll(x=x, y=y, dx=right * clicks, dy=down * clicks),)


def _hold(action: type[MouseDown | MouseUp], arguments: _Arguments) -> Actions:
    return (*_move(arguments), action())


_Handler = Callable[[_Arguments], Actions]
_DESKTOP: dict[str, _Handler] = {
    "click": partial(_click, "left", 1),
    "double_click": partial(_click, "left", 2),
    "triple_click": partial(_click, "left", 3),
    "middle_click": partial(_click, "middle", 1),
    "right_click": partial(_click, "right", 1),
    "mouse_down": partial(_hold, MouseDown),
    "mouse_up": partial(_hold, MouseUp),
    "move": _move,
    "type": _type,
    "drag_and_drop": partial(_drag, "end_x", "end_y", "start_x", "start_y"),
    "wait": lambda arguments: (Wait(seconds=arguments.seconds()),),
    "press_key": lambda arguments: (Key(keys=arguments.key(), repeat=1),),
    "hotkey": lambda arguments: (Key(keys=arguments.keys(), repeat=1),),
    SCREENSHOT: lambda _: (),
    "scroll": partial(_scroll, 300),
}
_BROWSER: dict[str, _Handler] = {
    "click_at": partial(_click, "left", 1),
    "hover_at": _move,
    "type_text_at": _type_at,
    "key_combination": lambda arguments: (Key(keys=arguments.keys(), repeat=1),),
    "scroll_document": _scroll_document,
    "scroll_at": partial(_scroll, 800),
    "drag_and_drop": partial(_drag, "destination_x", "destination_y", "x", "y"),
    "wait_5_seconds": lambda _: (Wait(seconds=5),),
}
