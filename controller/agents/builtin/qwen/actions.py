"""Conversion of calls in Qwen's protocol to actions.

What `computer_use` shares with the paper's protocol is converted there; only what differs stands here. Leniency codes
of this module: `action_form` (another word for an action), `scroll_range` (more than 100 turns of the wheel, which are
taken as 100), `ignored_text` (a text where an action takes none), and those of the paper's protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from controller.agents.builtin.qwen.parse import QwenCall
from controller.agents.builtin.qwen.prompt import ACTIONS, ENDINGS
from controller.agents.model_protocols.agent import StepRequest
from controller.agents.model_protocols.xml_calls import convert_arguments, schema_of
from controller.agents.paper_protocol.actions import (
    AvailableCalls,
    CoordinateReader,
    Pixel,
    ProtocolCall,
    to_actions,
)
from controller.agents.paper_protocol.parse import COMPUTER, ProtocolError, ProtocolResponse
from controller.core.actions import Action, Click, Drag, Point, Scroll, Terminate
from controller.core.invalid_data import describe_invalid

COMPUTER_SCHEMA: dict[str, Any] = {
    "properties": {
        "action": {"type": "string"},
        "text": {"type": "string"},
        "status": {"type": "string"},
        "keys": {"type": "array"},
        "coordinate": {"type": "array"},
        "coordinate2": {"type": "array"},
        "pixels": {"type": "number"},
        "time": {"type": "number"},
    }
}
"""Types of the arguments of `computer_use`, for calls in tags."""
MOST_TURNS = 100
_OTHER_WORDS = {
    "click": "left_click",
    "drag": "left_click_drag",
    "hotkey": "key",
    "press": "key",
    "move": "mouse_move",
}
_MODIFIERS = ("ctrl", "control", "shift", "alt", "super", "win", "cmd", "meta")


def actions_of(
    call: QwenCall, request: StepRequest, places: CoordinateReader, pointer: Pixel | None
) -> tuple[tuple[Action, ...], list[str]]:
    """Convert a call to actions, and return its leniency codes too.

    Args:
        call: The call.
        request: What the model was shown.
        places: The reader of places on the screen.
        pointer: The pointer's position in native pixels, None when unknown.

    Raises:
        ProtocolError: The call is invalid; the message is for the model.
    """
    available = AvailableCalls(request.gui, [tool.name for tool in request.tools])
    codes: list[str] = []
    arguments = call.arguments
    if call.is_text:
        schema = COMPUTER_SCHEMA if call.name == COMPUTER else schema_of(call.name, request.tools)
        arguments = convert_arguments(arguments, schema, codes)
    word = _word(call.name, arguments, codes)
    if word is None:
        actions, more = to_actions(
            ProtocolResponse("", call.name, arguments, ""), available, places, pointer, request.middle
        )
        return actions, [*codes, *more]
    if not request.gui and word not in ENDINGS:
        raise ProtocolError("there is no mouse and no keyboard; call another function, or terminate")
    own = ProtocolCall({**arguments, "action": word}, places, pointer, codes)
    if word in _MAKERS:
        try:
            return (_with_modifiers(_MAKERS[word](own, request), own),), codes
        except ValidationError as error:
            raise ProtocolError(f"{word}: {describe_invalid(error)}") from error
    same = "click" if word == "left_click" else word
    actions, more = to_actions(
        ProtocolResponse("", COMPUTER, {**arguments, "action": same}, ""),
        available,
        places,
        pointer,
        request.middle,
    )
    if isinstance(actions[0], Click):
        actions = (_with_modifiers(actions[0], own),)
    return actions, [*codes, *more]


def _word(name: str, arguments: dict[str, Any], codes: list[str]) -> str | None:
    """The action of a call of `computer_use`; None for any other function. Raises ProtocolError when it has none."""
    if name != COMPUTER:
        return None
    action = arguments.get("action")
    word = action.strip().lower() if isinstance(action, str) else ""
    known = _OTHER_WORDS.get(word, word)
    if known not in ACTIONS:
        raise ProtocolError(f"{COMPUTER} has no action {action!r:.60}; it has {', '.join(ACTIONS)}")
    if known != action:
        codes.append("action_form")
    return known


def _triple_click(call: ProtocolCall, request: StepRequest) -> Action:  # noqa: ARG001
    x, y = call.place_or_pointer()
    return Click(x=x, y=y, count=3)


def _drag(call: ProtocolCall, request: StepRequest) -> Action:  # noqa: ARG001
    """From the pointer, or from `coordinate` when there is a `coordinate2`."""
    end = call.places.find(call.arguments, "second", call.codes)
    start = call.place() if end else call.pointer
    if start is None:
        raise ProtocolError("left_click_drag begins at the pointer; move it there first, with mouse_move")
    end = end or call.place()
    return Drag(path=(Point(x=start[0], y=start[1]), Point(x=end[0], y=end[1])))


def _scroll(call: ProtocolCall, request: StepRequest) -> Action:
    amount = round(call.number("pixels"))
    if amount == 0:
        raise ProtocolError("scroll needs `pixels` that are not 0")
    if abs(amount) > MOST_TURNS:
        call.codes.append("scroll_range")
        amount = max(-MOST_TURNS, min(MOST_TURNS, amount))
    x, y = call.places.find(call.arguments, "first", call.codes) or call.pointer or request.middle
    if call.arguments["action"] == "hscroll":
        return Scroll(x=x, y=y, dx=amount, dy=0)
    return Scroll(x=x, y=y, dx=0, dy=-amount)


def _answer(call: ProtocolCall, request: StepRequest) -> Action:  # noqa: ARG001
    text = call.arguments.get("text")
    if not isinstance(text, str):
        raise ProtocolError("answer needs `text`")
    return Terminate(status="success", answer=text)


_MAKERS: dict[str, Callable[[ProtocolCall, StepRequest], Action]] = {
    "triple_click": _triple_click,
    "left_click_drag": _drag,
    "scroll": _scroll,
    "hscroll": _scroll,
    "answer": _answer,
}


def _with_modifiers(action: Action, call: ProtocolCall) -> Action:
    """The action with the keys that `text` names held."""
    text = call.arguments.get("text")
    if not isinstance(action, Click | Scroll) or text in (None, ""):
        return action
    keys = tuple(key.strip().lower() for key in text.split("+")) if isinstance(text, str) else ()
    if not keys or not all(key in _MODIFIERS for key in keys):
        call.codes.append("ignored_text")
        return action
    return action.model_copy(update={"modifiers": keys})
