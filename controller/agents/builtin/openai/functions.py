"""The computer as ordinary functions, for models and APIs that have no computer tool of their own.

Each function is a model of its arguments: its fields give the schema that a model is shown, check what it
answers, and become an action. Coordinates are as the model points (see `controller/agents/coordinates.py`).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.agents.calls import BadCall, NoCall
from controller.agents.coordinates import CoordinateFrame
from controller.core import actions
from controller.core.actions import Action, Button, GuiAction
from controller.core.invalid_data import describe_invalid
from controller.models.scaling import OutOfView, ScaledView
from testbed.errors import UsageError

LOOSE_TYPES = "loose_argument_types"
"""A leniency: numbers as text and the like were read as meant."""


@dataclass(frozen=True, slots=True)
class FunctionContext:
    """The screen as the model knows it."""

    view: ScaledView
    pointing: CoordinateFrame

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        return self.pointing.pixel(x, y, self.view)

    def numbers(self, x: int, y: int) -> tuple[float, float]:
        return self.pointing.numbers(x, y, self.view)


class ComputerFunction(BaseModel, ABC):
    """One function: its arguments, and the way to an action and back."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    name: ClassVar[str]

    @abstractmethod
    def action(self, screen: FunctionContext) -> Action:
        """Raises OutOfView, ValidationError."""

    @classmethod
    @abstractmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:
        """The call that asks for an action, None when it is another function's."""


class _At(ComputerFunction):
    x: float
    y: float


class ClickAt(_At):
    """Click at a point."""

    name = "computer_click"
    button: Button = "left"
    count: int = Field(1, ge=1, le=3, description="2 for a double click, 3 for a triple click")
    hold: tuple[str, ...] = Field((), description="keys held meanwhile, such as ctrl")

    def action(self, screen: FunctionContext) -> Action:
        x, y = screen.pixel(self.x, self.y)
        return actions.Click(x=x, y=y, button=self.button, count=self.count, modifiers=self.hold)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:
        if not isinstance(action, actions.Click):
            return None
        x, y = screen.numbers(action.x, action.y)
        return cls(x=x, y=y, button=action.button, count=action.count, hold=action.modifiers)


class MoveTo(_At):
    """Move the mouse to a point."""

    name = "computer_move"

    def action(self, screen: FunctionContext) -> Action:
        x, y = screen.pixel(self.x, self.y)
        return actions.MouseMove(x=x, y=y)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:
        if not isinstance(action, actions.MouseMove):
            return None
        x, y = screen.numbers(action.x, action.y)
        return cls(x=x, y=y)


class DragTo(_At):
    """Press a button at (x, y), move to (to_x, to_y), release it."""

    name = "computer_drag"
    to_x: float
    to_y: float
    button: Button = "left"
    hold: tuple[str, ...] = Field((), description="keys held meanwhile")

    def action(self, screen: FunctionContext) -> Action:
        pixels = (screen.pixel(self.x, self.y), screen.pixel(self.to_x, self.to_y))
        path = tuple(actions.Point(x=x, y=y) for x, y in pixels)
        return actions.Drag(path=path, button=self.button, modifiers=self.hold)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:
        if not isinstance(action, actions.Drag) or len(action.path) != 2:
            return None
        (x, y), (to_x, to_y) = (screen.numbers(point.x, point.y) for point in action.path)
        return cls(x=x, y=y, to_x=to_x, to_y=to_y, button=action.button, hold=action.modifiers)


class ScrollAt(_At):
    """Turn the mouse wheel at a point."""

    name = "computer_scroll"
    down: int = Field(0, ge=-100, le=100, description="clicks of the wheel; negative: up")
    right: int = Field(0, ge=-100, le=100, description="clicks of the wheel; negative: left")
    hold: tuple[str, ...] = Field((), description="keys held meanwhile")

    def action(self, screen: FunctionContext) -> Action:
        x, y = screen.pixel(self.x, self.y)
        return actions.Scroll(x=x, y=y, dx=self.right, dy=self.down, modifiers=self.hold)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:
        if not isinstance(action, actions.Scroll):
            return None
        x, y = screen.numbers(action.x, action.y)
        return cls(x=x, y=y, down=action.dy, right=action.dx, hold=action.modifiers)


class PressKeys(ComputerFunction):
    """Press keys together and release them."""

    name = "computer_press_keys"
    keys: tuple[str, ...] = Field(
        min_length=1, description='such as ["ctrl", "s"], ["Return"], ["Page_Down"], ["F5"], ["a"]'
    )
    repeat: int = Field(1, ge=1, le=100, description="times in a row")

    def action(self, screen: FunctionContext) -> Action:  # noqa: ARG002
        return actions.Key(keys=self.keys, repeat=self.repeat)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:  # noqa: ARG003
        return cls(keys=action.keys, repeat=action.repeat) if isinstance(action, actions.Key) else None


class HoldKeys(ComputerFunction):
    """Hold keys down for a time."""

    name = "computer_hold_keys"
    keys: tuple[str, ...] = Field(min_length=1)
    seconds: float = Field(gt=0, le=30)

    def action(self, screen: FunctionContext) -> Action:  # noqa: ARG002
        return actions.HoldKey(keys=self.keys, seconds=self.seconds)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:  # noqa: ARG003
        return cls(keys=action.keys, seconds=action.seconds) if isinstance(action, actions.HoldKey) else None


class Type(ComputerFunction):
    """Type text with the keyboard, where the focus is."""

    name = "computer_type"
    text: str = Field(min_length=1, description="any text; a line break presses Return, a tab presses Tab")

    def action(self, screen: FunctionContext) -> Action:  # noqa: ARG002
        return actions.TypeText(text=self.text)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:  # noqa: ARG003
        return cls(text=action.text) if isinstance(action, actions.TypeText) else None


class MouseButton(ComputerFunction):
    """Press or release a mouse button where the mouse is, for what a drag cannot do."""

    name = "computer_mouse_button"
    direction: Literal["down", "up"]
    button: Button = "left"

    def action(self, screen: FunctionContext) -> Action:  # noqa: ARG002
        if self.direction == "down":
            return actions.MouseDown(button=self.button)
        return actions.MouseUp(button=self.button)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:  # noqa: ARG003
        if not isinstance(action, actions.MouseDown | actions.MouseUp):
            return None
        direction: Literal["down", "up"] = "down" if isinstance(action, actions.MouseDown) else "up"
        return cls(direction=direction, button=action.button)


class WaitFor(ComputerFunction):
    """Wait for something on the screen to happen."""

    name = "computer_wait"
    seconds: float = Field(gt=0, le=60)

    def action(self, screen: FunctionContext) -> Action:  # noqa: ARG002
        return actions.Wait(seconds=self.seconds)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:  # noqa: ARG003
        return cls(seconds=action.seconds) if isinstance(action, actions.Wait) else None


class ZoomIn(_At):
    """Look at the region from (x, y) to (to_x, to_y) enlarged."""

    name = "computer_zoom"
    to_x: float
    to_y: float

    def action(self, screen: FunctionContext) -> Action:
        (x0, y0), (x1, y1) = screen.pixel(self.x, self.y), screen.pixel(self.to_x, self.to_y)
        if x1 <= x0 or y1 <= y0:
            raise OutOfView("(x, y) must be above and left of (to_x, to_y)")
        return actions.Zoom(x0=x0, y0=y0, x1=x1 + 1, y1=y1 + 1)

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:
        if not isinstance(action, actions.Zoom):
            return None
        x, y = screen.numbers(action.x0, action.y0)
        to_x, to_y = screen.numbers(action.x1 - 1, action.y1 - 1)
        return cls(x=x, y=y, to_x=to_x, to_y=to_y)


class TakeScreenshot(ComputerFunction):
    """Look at the screen again without doing anything. After every turn you see it anyway."""

    name = "computer_screenshot"

    def action(self, screen: FunctionContext) -> Action:  # noqa: ARG002
        return actions.Screenshot()

    @classmethod
    def of(cls, action: GuiAction, screen: FunctionContext) -> ComputerFunction | None:  # noqa: ARG003
        return cls() if isinstance(action, actions.Screenshot) else None


FUNCTIONS: dict[str, type[ComputerFunction]] = {
    function.name: function
    for function in (
        ClickAt,
        MoveTo,
        DragTo,
        ScrollAt,
        PressKeys,
        HoldKeys,
        Type,
        MouseButton,
        WaitFor,
        ZoomIn,
        TakeScreenshot,
    )
}


COMPUTER_FUNCTIONS = frozenset(FUNCTIONS)
"""The names of the functions that offer the computer to models without a computer tool of their own."""


def computer_call(
    action: GuiAction, view: ScaledView, pointing: CoordinateFrame
) -> tuple[str, dict[str, Any]]:
    """Return the name and the arguments of the call in `COMPUTER_FUNCTIONS` that asks for an action.

    Args:
        action: The action, in native pixels.
        view: The screen as the model sees it.
        pointing: How the model gives coordinates.

    Raises:
        UsageError: No function does that.
    """
    try:
        return to_call(action, FunctionContext(view, pointing))
    except NoCall as error:
        raise UsageError(str(error)) from error


def describe_function(
    function: type[ComputerFunction], screen: FunctionContext
) -> tuple[str, dict[str, Any]]:
    """Return the description of a function for the model, coordinates included, and its schema."""
    description = (function.__doc__ or "").strip()
    if issubclass(function, _At):
        description += f" Coordinates are {screen.pointing.describe_coordinates(screen.view)}."
    return description, _schema(function)


def to_action(name: str, arguments: dict[str, Any], screen: FunctionContext, leniencies: list[str]) -> Action:
    """Convert a call to an action; its leniencies are appended to `leniencies`. Raises BadCall."""
    function = FUNCTIONS[name]
    try:
        return _read(function, arguments, leniencies).action(screen)
    except OutOfView as error:
        raise BadCall(f"{name}: {error}") from error
    except ValidationError as error:
        raise BadCall(f"{name}: {describe_invalid(error)}") from error


def to_call(action: GuiAction, screen: FunctionContext) -> tuple[str, dict[str, Any]]:
    """The function and the arguments that ask for an action: what `to_action` undoes. Raises NoCall."""
    for function in FUNCTIONS.values():
        call = function.of(action, screen)
        if call is not None:
            return function.name, call.model_dump(mode="json", exclude_defaults=True)
    raise NoCall(f"no function of the computer does {action!r}")


def _read(
    function: type[ComputerFunction], arguments: dict[str, Any], leniencies: list[str]
) -> ComputerFunction:
    text = json.dumps(arguments)
    try:
        return function.model_validate_json(text, strict=True)
    except ValidationError:
        read = function.model_validate_json(text)
        leniencies.append(LOOSE_TYPES)
        return read


def _schema(function: type[ComputerFunction]) -> dict[str, Any]:
    """The arguments' schema without the titles that pydantic gives everything."""
    schema = function.model_json_schema()
    fields = {
        name: {key: value for key, value in field.items() if key != "title"}
        for name, field in schema["properties"].items()
    }
    parameters = {key: value for key, value in schema.items() if key not in ("title", "description")}
    return parameters | {"properties": fields}
