"""Conversion of actions to calls in the paper's protocol: the inverse of `actions.py`, for the mock model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.agents.calls import NoCall
from controller.agents.paper_protocol.actions import Pixel, Which
from controller.agents.paper_protocol.parse import COMPUTER
from controller.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    MouseMove,
    Screenshot,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)

PointArguments = Callable[[Pixel, Which], dict[str, Any]]
"""Converts a native pixel to arguments of a call."""

SHORTEST_WAIT = 0.1

_CLICKS = {
    ("left", 1): "click",
    ("left", 2): "double_click",
    ("right", 1): "right_click",
    ("middle", 1): "middle_click",
}


def to_call(action: Action, to_arguments: PointArguments) -> tuple[str, dict[str, Any]]:
    """Convert an action to a function's name and arguments.

    Args:
        action: The action.
        to_arguments: Converts a native pixel to arguments.

    Raises:
        NoCall: The protocol has no call for this action.
    """
    if isinstance(action, ToolCall):
        return action.name, dict(action.arguments)
    return COMPUTER, _computer(action, to_arguments)


def _computer(action: Action, to_arguments: PointArguments) -> dict[str, Any]:
    match action:
        case Key(keys=keys, repeat=1):
            return {"action": "key", "keys": list(keys)}
        case TypeText(text=text):
            return {"action": "type", "text": text, "clear": 0, "enter": 0}
        case MouseMove(x=x, y=y):
            return {"action": "mouse_move", **to_arguments((x, y), "first")}
        case Click(x=x, y=y, modifiers=()) if (action.button, action.count) in _CLICKS:
            return {"action": _CLICKS[action.button, action.count], **to_arguments((x, y), "first")}
        case Drag(path=(start, end), button="left", modifiers=()):
            return {
                "action": "drag",
                **to_arguments((start.x, start.y), "first"),
                **to_arguments((end.x, end.y), "second"),
            }
        case Scroll(x=x, y=y, dx=0, dy=dy, modifiers=()) if dy:
            return {"action": "scroll", "pixels": -dy, **to_arguments((x, y), "first")}
        case Screenshot():  # every step shows the screen
            return {"action": "wait", "time": SHORTEST_WAIT}
        case Wait(seconds=seconds):
            return {"action": "wait", "time": seconds}
        case Terminate(status=status, answer=answer):
            return {"action": "terminate", "status": status} | ({"answer": answer} if answer else {})
    raise NoCall(f"the paper's protocol has no action for {action.model_dump(exclude_defaults=True)}")
