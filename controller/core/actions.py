"""The action vocabulary: what an agent can do in one step.

Coordinates are native pixels of the guest's screen, origin top left, x right, y down. Agents that see a
scaled screenshot convert before they answer. Key names are X keysym names or their common short forms
("ctrl", "shift", "alt", "super", "Return", "Page_Down", "a", "F5").
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from controller.core.texts import one_line, shorten

LONGEST_LINE = 120
"""Characters of an action as a line of text."""
ActionSpace = Literal["gui", "mcp", "gui+mcp"]
"""The kinds of actions a run allows."""
Calling = Literal["native", "prompt"]
"""How a model calls functions: by its API's own calls, or in the text of its answers."""
Button = Literal["left", "middle", "right"]
Pixel = Annotated[int, Field(ge=0)]


class _Action(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Point(BaseModel):
    """A pixel of the screen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: Pixel
    y: Pixel


class Screenshot(_Action):
    """Take a new screenshot without acting."""

    type: Literal["screenshot"] = "screenshot"


class Zoom(_Action):
    """Look at a region at full resolution; (x0, y0) is inside, (x1, y1) just outside."""

    type: Literal["zoom"] = "zoom"
    x0: Pixel
    y0: Pixel
    x1: Pixel
    y1: Pixel


class Key(_Action):
    """Press keys together (a chord) and release them; `repeat` presses in a row."""

    type: Literal["key"] = "key"
    keys: tuple[str, ...] = Field(min_length=1)
    repeat: int = Field(default=1, ge=1, le=100)


class HoldKey(_Action):
    """Hold keys down for a time."""

    type: Literal["hold_key"] = "hold_key"
    keys: tuple[str, ...] = Field(min_length=1)
    seconds: float = Field(gt=0, le=30)


class TypeText(_Action):
    """Type text, any Unicode; a newline is Return, a tab is Tab."""

    type: Literal["type"] = "type"
    text: str


class MouseMove(_Action):
    type: Literal["mouse_move"] = "mouse_move"
    x: Pixel
    y: Pixel


class MouseDown(_Action):
    type: Literal["mouse_down"] = "mouse_down"
    button: Button = "left"


class MouseUp(_Action):
    type: Literal["mouse_up"] = "mouse_up"
    button: Button = "left"


class Click(_Action):
    """Click `count` times (1 to 3) at a point, holding `modifiers`."""

    type: Literal["click"] = "click"
    x: Pixel
    y: Pixel
    button: Button = "left"
    count: int = Field(default=1, ge=1, le=3)
    modifiers: tuple[str, ...] = ()


class Drag(_Action):
    """Press at the first point, move through the others, release at the last."""

    type: Literal["drag"] = "drag"
    path: tuple[Point, ...] = Field(min_length=2)
    button: Button = "left"
    modifiers: tuple[str, ...] = ()


class Scroll(_Action):
    """Turn the wheel at a point: `dx` > 0 right, `dy` > 0 down, in wheel clicks."""

    type: Literal["scroll"] = "scroll"
    x: Pixel
    y: Pixel
    dx: int = Field(default=0, ge=-100, le=100)
    dy: int = Field(default=0, ge=-100, le=100)
    modifiers: tuple[str, ...] = ()


class Wait(_Action):
    type: Literal["wait"] = "wait"
    seconds: float = Field(gt=0, le=60)


class Program(_Action):
    """Run a short Python program that drives mouse and keyboard with pyautogui: OSWorld's actions.

    It runs in the guest as the desktop's user, for at most `seconds`, and everything it starts ends with it.
    """

    type: Literal["program"] = "program"
    code: str = Field(max_length=100_000)
    seconds: float = Field(default=60.0, ge=1, le=120)


class ToolCall(_Action):
    """Call an MCP tool by its canonical name."""

    type: Literal["tool_call"] = "tool_call"
    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class Terminate(_Action):
    """End the episode: the task is done ("success") or cannot be done ("failure", that is infeasible)."""

    type: Literal["terminate"] = "terminate"
    status: Literal["success", "failure"]
    answer: str = ""


GuiAction = (
    Screenshot
    | Zoom
    | Key
    | HoldKey
    | TypeText
    | MouseMove
    | MouseDown
    | MouseUp
    | Click
    | Drag
    | Scroll
    | Wait
    | Program
)
Action = Annotated[GuiAction | ToolCall | Terminate, Field(discriminator="type")]

parse_action: TypeAdapter[Action] = TypeAdapter(Action)
"""Validates an action from plain data: `parse_action.validate_python({"type": "click", "x": 1, "y": 2})`."""


def describe_action(action: Action) -> str:
    """Return an action as one short line of text."""
    if isinstance(action, ToolCall):
        arguments = ", ".join(f"{name}={value!r}" for name, value in action.arguments.items())
        return _short(f"{action.name}({arguments})")
    if isinstance(action, Terminate):
        return _short(f"terminate {action.status} {action.answer}".rstrip())
    fields = action.model_dump(mode="json", exclude={"type"}, exclude_defaults=True)
    values = " ".join(f"{name}={value!r}" for name, value in fields.items())
    return _short(f"{action.type} {values}".rstrip())


def _short(text: str) -> str:
    return shorten(one_line(text), LONGEST_LINE)
