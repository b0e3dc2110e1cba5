"""Conversion of calls in the paper's protocol to actions: `computer_use` with its 11 actions, and the MCP tools.

Leniency codes of this module: `name_form` (another form of a function's name), `action_as_name` (an action as the
function's name), `action_form` (another word for an action), `keys_form`, `number_as_text`, `text_as_number`,
`scroll_range` (more than 5), `wait_range` (more than 60 s), `click_at_pointer` (no coordinate), `status_word`, and
those of the `CoordinateReader`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import ValidationError

from controller.agents.numbers import is_number
from controller.agents.paper_protocol.parse import COMPUTER, ProtocolError, ProtocolResponse, UnknownFunction
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

ACTIONS = (
    "key",
    "type",
    "mouse_move",
    "click",
    "drag",
    "right_click",
    "middle_click",
    "double_click",
    "scroll",
    "wait",
    "terminate",
)
"""The 11 actions of the paper."""
MAX_SCROLL = 5
DEFAULT_WAIT = 1.0
MAX_WAIT = 60.0
"""Seconds that the guest's `wait` takes; a longer wait is shortened."""

Which = Literal["first", "second"]
Pixel = tuple[int, int]

_OTHER_WORDS = {
    "left_click": "click",
    "left_click_drag": "drag",
    "move": "mouse_move",
    "hotkey": "key",
    "press": "key",
    "finish": "terminate",
}
_STATUS_WORDS: dict[str, Literal["success", "failure"]] = {
    "success": "success",
    "succeeded": "success",
    "successful": "success",
    "done": "success",
    "complete": "success",
    "completed": "success",
    "failure": "failure",
    "fail": "failure",
    "failed": "failure",
    "infeasible": "failure",
    "impossible": "failure",
}


class CoordinateReader(Protocol):
    """Reads the places on the screen from a call's arguments."""

    def find(self, arguments: Mapping[str, Any], which: Which, codes: list[str]) -> Pixel | None:
        """Resolve a place of a call.

        Args:
            arguments: The call's arguments.
            which: The first place, or the second one of a drag.
            codes: The list that leniency codes are appended to.

        Returns:
            The native pixel, None when the call has no such place.

        Raises:
            ProtocolError: The place cannot be read or is outside the screen.
        """
        ...

    @property
    def needed(self) -> Mapping[Which, str]:
        """The parameters that have the places, for the error about a call without one."""
        ...


@dataclass(frozen=True, slots=True)
class AvailableCalls:
    """The functions that a model may call now: the computer or only its `terminate`, and tools by canonical name."""

    gui: bool
    tools: Sequence[str]

    @property
    def names(self) -> str:
        return ", ".join([COMPUTER, *self.tools])


@dataclass(slots=True)
class ProtocolCall:
    """A call during its conversion to actions; `codes` are its leniencies."""

    arguments: Mapping[str, Any]
    places: CoordinateReader
    pointer: Pixel | None
    codes: list[str] = field(default_factory=list)

    def place(self, which: Which = "first") -> Pixel:
        pixel = self.places.find(self.arguments, which, self.codes)
        if pixel is None:
            raise ProtocolError(f"{self.arguments['action']} needs {self.places.needed[which]}")
        return pixel

    def place_or_pointer(self) -> Pixel:
        pixel = self.places.find(self.arguments, "first", self.codes)
        if pixel is None and self.pointer is not None:
            self.codes.append("click_at_pointer")
            return self.pointer
        return pixel or self.place()

    def number(self, name: str) -> float:
        value = self.arguments.get(name)
        number = number_of(value)
        if number is None:
            raise ProtocolError(f"{self.arguments['action']} needs `{name}`, a number, not {value!r:.60}")
        if isinstance(value, str):
            self.codes.append("number_as_text")
        return number

    def flag(self, name: str) -> bool:
        value = self.arguments.get(name, 0)
        if isinstance(value, str):
            self.codes.append("number_as_text")
            value = {"0": 0, "1": 1, "false": 0, "true": 1}.get(value.strip().lower(), value)
        if value not in (0, 1, None):
            raise ProtocolError(f"`{name}` is 0 or 1, not {value!r:.60}")
        return bool(value)


def to_actions(
    answer: ProtocolResponse,
    available: AvailableCalls,
    places: CoordinateReader,
    pointer: Pixel | None,
    middle: Pixel,
) -> tuple[tuple[Action, ...], list[str]]:
    """Convert a call to actions.

    Args:
        answer: The parsed response.
        means: The functions that are offered.
        places: The reader of places on the screen.
        pointer: The pointer's position in native pixels, None when unknown.
        middle: The centre of the screen.

    Returns:
        The actions, and the leniency codes.

    Raises:
        ProtocolError: The call is invalid; the message is for the model.
    """
    codes: list[str] = []
    name, arguments = _function(answer, available, codes)
    if name != COMPUTER:
        return (ToolCall(name=name, arguments=dict(arguments)),), codes
    action = arguments["action"]
    if not available.gui and action != "terminate":
        raise ProtocolError("there is no mouse and no keyboard; call a tool, or terminate")
    call = ProtocolCall(arguments, places, pointer, codes)
    if action == "scroll":
        return (_scroll(call, pointer or middle),), codes
    try:
        return _MAKERS[action](call), codes
    except ValidationError as error:
        raise ProtocolError(f"{action}: {describe_invalid(error)}") from error


def _function(
    answer: ProtocolResponse, available: AvailableCalls, codes: list[str]
) -> tuple[str, Mapping[str, Any]]:
    """The function and its arguments; those of `computer_use` include the action."""
    name = _among(answer.name, [COMPUTER, *available.tools], codes)
    if name is None:
        action = _action_name(answer.name, [])
        if action is None:
            raise UnknownFunction(answer.name, available.names)
        codes.append("action_as_name")
        return COMPUTER, {**answer.arguments, "action": action}
    if name != COMPUTER:
        return name, answer.arguments
    requested = answer.arguments.get("action")
    action = _action_name(requested, codes) if isinstance(requested, str) else None
    if action is None:
        raise ProtocolError(f"{COMPUTER} has no action {requested!r:.60}; it has {', '.join(ACTIONS)}")
    return name, {**answer.arguments, "action": action}


def _among(name: str, offered: Sequence[str], codes: list[str]) -> str | None:
    """The offered function with this name, another form of it, or this name as its last part; else None."""
    if name in offered:
        return name
    plain = _plain(name)
    for matches in (
        [known for known in offered if _plain(known) == plain],
        [known for known in offered if _plain(known.rsplit(".", 1)[-1]) == plain],
    ):
        if len(matches) == 1:
            codes.append("name_form")
            return matches[0]
    return None


def _action_name(word: str, codes: list[str]) -> str | None:
    if word in ACTIONS:
        return word
    plain = _plain(word)
    plain = _OTHER_WORDS.get(plain, plain)
    if plain not in ACTIONS:
        return None
    codes.append("action_form")
    return plain


def _plain(name: str) -> str:
    name = name.strip().lower().replace("__", ".")
    return name.replace(".", "_").replace("-", "_").replace(" ", "_")


def number_of(value: object) -> float | None:
    """The value as a finite number, also from text; None when it is none."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    return float(value) if is_number(value) else None


def _press(*keys: str) -> Key:
    return Key(keys=keys, repeat=1)


def _key(call: ProtocolCall) -> tuple[Action, ...]:
    given = call.arguments.get("keys", call.arguments.get("key", call.arguments.get("text")))
    if "keys" not in call.arguments or not isinstance(given, list):
        call.codes.append("keys_form")
    names = [given] if isinstance(given, str | int) and not isinstance(given, bool) else given
    if not isinstance(names, list) or not names or not all(isinstance(name, str | int) for name in names):
        raise ProtocolError('key needs `keys`, a list of names such as ["ctrl", "s"]')
    keys = tuple(str(name) for name in names)
    if not all(key == " " or key.strip() for key in keys):
        raise ProtocolError("a key in `keys` has no name")
    return (_press(*("space" if key == " " else key.strip() for key in keys)),)


def _type(call: ProtocolCall) -> tuple[Action, ...]:
    text = call.arguments.get("text")
    if isinstance(text, int | float) and not isinstance(text, bool):
        call.codes.append("text_as_number")
        text = str(text)
    if not isinstance(text, str):
        raise ProtocolError("type needs `text`")
    clear, enter = call.flag("clear"), call.flag("enter")
    if enter and not text.endswith("\n"):
        text += "\n"
    if not text and not clear:
        raise ProtocolError("type needs a `text` that is not empty")
    select: tuple[Action, ...] = (_press("ctrl", "a"),) if clear else ()
    if clear and not text.strip("\n"):
        select = (*select, _press("BackSpace"))
    return (*select, TypeText(text=text)) if text else select


def _scroll(call: ProtocolCall, default: Pixel) -> Action:
    amount = round(call.number("pixels"))
    if abs(amount) > MAX_SCROLL:
        call.codes.append("scroll_range")
    if not 1 <= abs(amount) <= 100:
        raise ProtocolError(f"scroll takes `pixels` from -{MAX_SCROLL} to {MAX_SCROLL} and not 0")
    x, y = call.places.find(call.arguments, "first", call.codes) or default
    return Scroll(x=x, y=y, dx=0, dy=-amount)


def _wait(call: ProtocolCall) -> tuple[Action, ...]:
    seconds = DEFAULT_WAIT if call.arguments.get("time") is None else call.number("time")
    if seconds > MAX_WAIT:
        call.codes.append("wait_range")
    return (Wait(seconds=min(seconds, MAX_WAIT)),)


def _terminate(call: ProtocolCall) -> tuple[Action, ...]:
    word = call.arguments.get("status")
    status = _STATUS_WORDS.get(word.strip().lower()) if isinstance(word, str) else None
    if status is None:
        raise ProtocolError("terminate needs `status`: success or failure")
    if status != word:
        call.codes.append("status_word")
    answer = call.arguments.get("answer")
    if answer is not None and not isinstance(answer, str):
        call.codes.append("text_as_number")
    return (Terminate(status=status, answer="" if answer is None else str(answer)),)


def _move(call: ProtocolCall) -> tuple[Action, ...]:
    x, y = call.place()
    return (MouseMove(x=x, y=y),)


def _click(button: Button = "left", count: int = 1) -> Callable[[ProtocolCall], tuple[Action, ...]]:
    def make(call: ProtocolCall) -> tuple[Action, ...]:
        x, y = call.place_or_pointer()
        return (Click(x=x, y=y, button=button, count=count),)

    return make


def _drag(call: ProtocolCall) -> tuple[Action, ...]:
    start, end = call.place(), call.place("second")
    return (Drag(path=(Point(x=start[0], y=start[1]), Point(x=end[0], y=end[1]))),)


_MAKERS: dict[str, Callable[[ProtocolCall], tuple[Action, ...]]] = {
    "key": _key,
    "type": _type,
    "mouse_move": _move,
    "click": _click(),
    "drag": _drag,
    "right_click": _click("right"),
    "middle_click": _click("middle"),
    "double_click": _click(count=2),
    "wait": _wait,
    "terminate": _terminate,
}
