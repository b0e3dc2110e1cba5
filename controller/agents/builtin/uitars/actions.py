"""Conversion of UI-TARS' calls to actions.

A turn of the wheel is five clicks, as in the published agents. Leniency codes: `action_form` (another word for an
action), `click_at_pointer` (no coordinate), `coordinate_box` (the middle of a box), `keys_form` ("+" between keys),
`name_form` (another form of a tool's name).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import ValidationError

from controller.agents.builtin.uitars.strings import ActionCall
from controller.agents.model_protocols.agent import StepRequest
from controller.agents.model_protocols.frame import ResizedFrame
from controller.agents.model_protocols.xml_calls import convert_arguments, schema_of
from controller.agents.paper_protocol.actions import Pixel, number_of
from controller.agents.paper_protocol.parse import ProtocolError, UnknownFunction
from controller.agents.tool_names import canonical_name
from controller.core.actions import (
    Action,
    Button,
    Click,
    Drag,
    Key,
    MouseMove,
    Point,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from controller.core.invalid_data import describe_invalid
from controller.models.scaling import OutOfView

SCROLL_CLICKS = 5
WAIT_SECONDS = 5.0
ACTIONS = ("click", "left_double", "right_single", "drag", "hotkey", "type", "scroll", "wait", "finished")
ENDINGS = ("finished", "call_user", "infeasible", "error_env")
_FIRST, _SECOND = ("start_box", "point", "start_point", ""), ("end_box", "end_point")
_OTHER_WORDS = {
    "left_single": "click",
    "left_click": "click",
    "double_click": "left_double",
    "right_click": "right_single",
    "select": "drag",
    "press": "hotkey",
    "finish": "finished",
    "hover": "move_to",
}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


@dataclass(slots=True)
class CallReader:
    """A call during its conversion."""

    call: ActionCall
    request: StepRequest
    frame: ResizedFrame
    pointer: Pixel | None
    codes: list[str]

    def place(self, names: tuple[str, ...] = _FIRST) -> Pixel:
        """The native pixel of a place; the pointer's when the call has none. Raises ProtocolError."""
        text = next((self.call.arguments[name] for name in names if self.call.arguments.get(name)), None)
        if text is None and names is _FIRST and self.pointer is not None:
            self.codes.append("click_at_pointer")
            return self.pointer
        if text is None:
            raise ProtocolError(f"{self.call.name} needs `{names[0]}`, the coordinates of a place")
        numbers = [float(number) for number in _NUMBER.findall(text)]
        if len(numbers) == 4:
            self.codes.append("coordinate_box")
            numbers = [(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2]
        if len(numbers) != 2:
            raise ProtocolError(f"{self.call.name} needs the coordinates of one point, not {text!r:.60}")
        try:
            return self.frame.pixel(numbers[0], numbers[1], self.request.view)
        except OutOfView as error:
            raise ProtocolError(str(error)) from error

    def text(self, *names: str) -> str | None:
        return next((self.call.arguments[name] for name in (*names, "") if name in self.call.arguments), None)


def to_action(reader: CallReader) -> Action:
    """Convert a call to an action. Raises ProtocolError; the message is for the model."""
    request, name = reader.request, reader.call.name
    tools = [tool.name for tool in request.tools]
    canonical = name if name in tools else canonical_name(name)
    if canonical in tools:
        reader.codes += [] if canonical == name else ["name_form"]
        arguments = convert_arguments(
            reader.call.arguments, schema_of(canonical, request.tools), reader.codes
        )
        return ToolCall(name=canonical, arguments=arguments)
    word = _OTHER_WORDS.get(name.lower(), name.lower())
    maker = _MAKERS.get(word)
    if maker is None:
        offered = [*(ACTIONS if request.gui else ENDINGS[:1]), *tools]
        raise UnknownFunction(name, ", ".join(offered))
    if not request.gui and word not in ENDINGS:
        raise ProtocolError("there is no mouse and no keyboard; call another function, or finished")
    if word != name:
        reader.codes.append("action_form")
    try:
        return maker(reader)
    except ValidationError as error:
        raise ProtocolError(f"{name}: {describe_invalid(error)}") from error


def _click(button: Button = "left", count: int = 1) -> Callable[[CallReader], Action]:
    def make(reader: CallReader) -> Action:
        x, y = reader.place()
        return Click(x=x, y=y, button=button, count=count)

    return make


def _move(reader: CallReader) -> Action:
    x, y = reader.place()
    return MouseMove(x=x, y=y)


def _drag(reader: CallReader) -> Action:
    start, end = reader.place(), reader.place(_SECOND)
    return Drag(path=(Point(x=start[0], y=start[1]), Point(x=end[0], y=end[1])))


def _hotkey(reader: CallReader) -> Action:
    text = (reader.text("key", "hotkey") or "").strip()
    keys = text.split()
    if len(text) > 1 and "+" in text.strip("+"):
        reader.codes.append("keys_form")
        keys = [key for key in re.split(r"[\s+]+", text) if key]
    if not keys:
        raise ProtocolError("hotkey needs `key`, names of keys with spaces between them")
    return Key(keys=tuple(keys), repeat=1)


def _type(reader: CallReader) -> Action:
    text = reader.text("content", "text")
    if not text:
        raise ProtocolError("type needs a `content` that is not empty")
    return TypeText(text=text)


def _scroll(reader: CallReader) -> Action:
    direction = (reader.text("direction") or "").strip().lower()
    if direction not in _DIRECTIONS:
        raise ProtocolError(f"scroll needs `direction`: up, down, left or right, not {direction!r:.40}")
    has_place = any(reader.call.arguments.get(name) for name in _FIRST[:-1])
    x, y = reader.place() if has_place else reader.pointer or reader.request.middle
    dx, dy = _DIRECTIONS[direction]
    return Scroll(x=x, y=y, dx=dx * SCROLL_CLICKS, dy=dy * SCROLL_CLICKS)


def _wait(reader: CallReader) -> Action:
    text = reader.text("time")
    seconds = WAIT_SECONDS if text is None else number_of(text)
    if seconds is None:
        raise ProtocolError(f"wait needs `time`, a number, not {text!r:.40}")
    return Wait(seconds=seconds)


def _finish(reader: CallReader) -> Action:
    return Terminate(status="success", answer=(reader.text("content") or "").strip())


def _fail(reader: CallReader) -> Action:  # noqa: ARG001 - nobody can be asked
    return Terminate(status="failure")


_MAKERS: dict[str, Callable[[CallReader], Action]] = {
    "click": _click(),
    "left_double": _click(count=2),
    "right_single": _click("right"),
    "move_to": _move,
    "drag": _drag,
    "hotkey": _hotkey,
    "type": _type,
    "scroll": _scroll,
    "wait": _wait,
    "finished": _finish,
    "call_user": _fail,
    "infeasible": _fail,
    "error_env": _fail,
}
