"""Action space of `DesktopEnv`, and conversion between its elements and `controller.core.actions`.

An element is a dict with every field of the space; `kind` determines which of them are used:

    screenshot, mouse_down, mouse_up        button (not for screenshot)
    zoom                                    point (inside), to (just outside)
    key, hold_key                           modifiers, key; count (presses) or tenths (of a second, held)
    type                                    text
    mouse_move, click                       point; button, count and modifiers for click
    drag                                    point, to, button, modifiers
    scroll                                  point, scroll (dx, dy in wheel clicks), modifiers
    wait                                    tenths (of a second)
    tool_call                               tool (an index into the env's tools), text (arguments, a JSON object)
    terminate                               status (0 success, 1 failure), text (the answer)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from controller.core.actions import (
    Action,
    ActionSpace,
    Button,
    Click,
    Drag,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Screenshot,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
    Zoom,
)
from testbed.errors import UsageError

GUI_KINDS = (
    "screenshot",
    "zoom",
    "key",
    "hold_key",
    "type",
    "mouse_move",
    "mouse_down",
    "mouse_up",
    "click",
    "drag",
    "scroll",
    "wait",
)
BUTTONS: tuple[Button, ...] = ("left", "middle", "right")
MODIFIERS = ("ctrl", "shift", "alt", "super")
STATUSES: tuple[Literal["success", "failure"], ...] = ("success", "failure")
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *"-=[]\\;',./`",
    *("Return", "Tab", "Escape", "BackSpace", "Delete", "Insert", "space", "Menu", "Print"),
    *("Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down"),
    *(f"F{number}" for number in range(1, 13)),
    *MODIFIERS,
)
"""The keys of `key` and `hold_key`; other characters are typed with `type`."""
TEXT_LIMIT = 8192
"""Maximum length of an action's text, in characters."""
SECONDS = 30
"""Maximum duration of a wait or of a held key."""
PRESSES = 20
WHEEL = 20
"""Maximum number of wheel clicks of a scroll, in either direction."""

EnvAction = dict[str, Any]


class NoActionError(ValueError):
    """An element of the space that is not a valid action: a tool's arguments are not a JSON object."""


class UnicodeText(spaces.Text):
    """Text of up to `max_length` Unicode characters; `sample` draws from printable ASCII."""

    def __init__(self, max_length: int) -> None:
        super().__init__(max_length, min_length=0, charset="".join(map(chr, range(0x20, 0x7F))))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnicodeText) and other.max_length == self.max_length


class ActionCodec:
    """Action space for a screen of `width` x `height` pixels and these tools, with its conversions."""

    def __init__(self, width: int, height: int, tools: Sequence[str], actions: ActionSpace) -> None:
        self.tools = tuple(tools)
        self.kinds = (
            *(GUI_KINDS if actions != "mcp" else ()),
            *(("tool_call",) if self.tools else ()),
            "terminate",
        )
        fields: dict[str, spaces.Space[Any]] = {
            "kind": spaces.Discrete(len(self.kinds)),
            "text": UnicodeText(TEXT_LIMIT),
            "status": spaces.Discrete(len(STATUSES)),
        }
        if self.tools:
            fields["tool"] = spaces.Discrete(len(self.tools))
        if actions != "mcp":
            fields |= {
                "point": spaces.MultiDiscrete([width, height]),
                "to": spaces.MultiDiscrete([width, height]),
                "button": spaces.Discrete(len(BUTTONS)),
                "count": spaces.Discrete(PRESSES, start=1),
                "modifiers": spaces.MultiBinary(len(MODIFIERS)),
                "key": spaces.Discrete(len(KEYS)),
                "scroll": spaces.MultiDiscrete([2 * WHEEL + 1] * 2, start=[-WHEEL] * 2),
                "tenths": spaces.Discrete(10 * SECONDS, start=1),
            }
        self.space = spaces.Dict(fields)

    def decode(self, element: Mapping[str, Any]) -> Action:
        """Convert an element of the space to an action.

        Raises:
            NoActionError: The arguments of a tool are not a JSON object.
        """
        kind = self.kinds[int(element["kind"])]
        if kind == "tool_call":
            return ToolCall(name=self.tools[int(element["tool"])], arguments=_arguments(element["text"]))
        if kind == "terminate":
            return Terminate(status=STATUSES[int(element["status"])], answer=element["text"])
        return _gui_action(kind, element)

    def encode(self, action: Action) -> EnvAction:
        """Convert an action to an element of the space; unused fields have their first value.

        Raises:
            UsageError: The space does not contain the action, such as a drag with more than two points, a text
                that is too long, or an unknown tool.
        """
        if action.type not in self.kinds:
            raise UsageError(f"this environment has no {action.type}", hint=f"it has {', '.join(self.kinds)}")
        given = {"kind": self.kinds.index(action.type), **self._fields(action)}
        return {name: _element(space, given.get(name), action) for name, space in self.space.items()}

    def _fields(self, action: Action) -> dict[str, Any]:
        match action:
            case Zoom():
                return {"point": (action.x0, action.y0), "to": (action.x1, action.y1)}
            case Key():
                return {**_chord(action), "count": action.repeat}
            case HoldKey():
                return {**_chord(action), "tenths": _tenths(action.seconds)}
            case TypeText():
                return {"text": action.text}
            case MouseMove():
                return {"point": (action.x, action.y)}
            case MouseDown() | MouseUp():
                return {"button": BUTTONS.index(action.button)}
            case Click():
                return {
                    "point": (action.x, action.y),
                    "button": BUTTONS.index(action.button),
                    "count": action.count,
                    "modifiers": _modifiers(action, action.modifiers),
                }
            case Drag(path=(start, end)):
                return {
                    "point": (start.x, start.y),
                    "to": (end.x, end.y),
                    "button": BUTTONS.index(action.button),
                    "modifiers": _modifiers(action, action.modifiers),
                }
            case Drag():
                raise _not_in_space(action, "a drag has exactly two points")
            case Scroll():
                return {
                    "point": (action.x, action.y),
                    "scroll": (action.dx, action.dy),
                    "modifiers": _modifiers(action, action.modifiers),
                }
            case Wait():
                return {"tenths": _tenths(action.seconds)}
            case ToolCall():
                if action.name not in self.tools:
                    raise _not_in_space(action, f"there is no tool {action.name!r}")
                text = json.dumps(action.arguments, ensure_ascii=False)
                return {"tool": self.tools.index(action.name), "text": text}
            case Terminate():
                return {"status": STATUSES.index(action.status), "text": action.answer}
            case _:
                return {}


def _gui_action(kind: str, element: Mapping[str, Any]) -> Action:
    x, y = (int(value) for value in element["point"])
    to_x, to_y = (int(value) for value in element["to"])
    button = BUTTONS[int(element["button"])]
    count, seconds = int(element["count"]), int(element["tenths"]) / 10
    modifiers = tuple(name for name, held in zip(MODIFIERS, element["modifiers"], strict=True) if held)
    keys = (*modifiers, KEYS[int(element["key"])])
    dx, dy = (int(value) for value in element["scroll"])
    match kind:
        case "screenshot":
            return Screenshot()
        case "zoom":
            return Zoom(x0=x, y0=y, x1=to_x, y1=to_y)
        case "key":
            return Key(keys=keys, repeat=count)
        case "hold_key":
            return HoldKey(keys=keys, seconds=seconds)
        case "type":
            return TypeText(text=element["text"])
        case "mouse_move":
            return MouseMove(x=x, y=y)
        case "mouse_down":
            return MouseDown(button=button)
        case "mouse_up":
            return MouseUp(button=button)
        case "click":
            return Click(x=x, y=y, button=button, count=min(count, 3), modifiers=modifiers)
        case "drag":
            path = (Point(x=x, y=y), Point(x=to_x, y=to_y))
            return Drag(path=path, button=button, modifiers=modifiers)
        case "scroll":
            return Scroll(x=x, y=y, dx=dx, dy=dy, modifiers=modifiers)
        case _:
            return Wait(seconds=seconds)


def _arguments(text: str) -> dict[str, Any]:
    try:
        arguments = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise NoActionError(
            f"The tool's arguments are not valid JSON: {error}. Give a JSON object."
        ) from error
    if not isinstance(arguments, dict):
        raise NoActionError("The tool's arguments are not a JSON object. Give one such as {}.")
    return arguments


def _chord(action: Key | HoldKey) -> dict[str, Any]:
    *held, key = action.keys
    if key not in KEYS:
        raise _not_in_space(action, f"there is no key {key!r}")
    return {"modifiers": _modifiers(action, held), "key": KEYS.index(key)}


def _modifiers(action: Action, names: Sequence[str]) -> list[int]:
    for name in names:
        if name not in MODIFIERS:
            raise _not_in_space(action, f"{name!r} is not a modifier")
    return [int(name in names) for name in MODIFIERS]


def _tenths(seconds: float) -> float:
    return round(10 * seconds, 6)


def _element(space: spaces.Space[Any], value: Any, action: Action) -> Any:
    """Convert a value to an element of one field's space; None becomes its first element."""
    element: str | np.int64 | NDArray[Any]
    if isinstance(space, spaces.Discrete):
        element = np.int64(space.start if value is None else value)
        exact = value is None or int(element) == value
    elif isinstance(space, spaces.Text):
        element, exact = value or "", True
    else:
        start = space.start if isinstance(space, spaces.MultiDiscrete) else np.zeros(space.shape or ())
        start = np.zeros(space.shape or ()) if np.any(start < 0) else start
        element, exact = np.asarray(start if value is None else value, dtype=space.dtype), True
    if not exact or not space.contains(element):
        raise _not_in_space(action, f"{value!r} is not in {space}")
    return element


def _not_in_space(action: Action, reason: str) -> UsageError:
    return UsageError(
        f"the environment's action space has no {action!r}: {reason}",
        hint="controller/adapters/gymnasium_actions.py lists the fields and their values",
    )
