"""Actions in OSWorld's forms, and back.

OSWorld writes an action as a string (`DONE`, `FAIL`, `WAIT`, or Python that drives pyautogui), or as a dictionary with
`action_type` and `parameters`: an action of its space computer_13, or in OSWorld-MCP a tool by name. Other actions of
testbed keep their own form, a dictionary with `type`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from plugins.osworld.export.prediction import client_call
from testbed.actions import parse_action
from testbed.guests import osworld_mcp_name, osworld_mcp_tool

Action = dict[str, Any]
UNKNOWN = "unknown"
"""The type of an action whose form is not known; it has the whole as `action`."""
_ENDS = {"DONE": "success", "FAIL": "failure"}
_COMPUTER_13 = re.compile(r"[A-Z][A-Z0-9_]*")
_LONGEST_PARAMETERS = 100_000
_CLICKS = {"CLICK": ("left", 1), "DOUBLE_CLICK": ("left", 2), "RIGHT_CLICK": ("right", 1)}


def to_osworld(action: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return an action in OSWorld's form, and what its `info` has besides."""
    match action.get("type"):
        case "terminate":
            success = action.get("status") == "success"
            end = {"done": True} if success else {"fail": True}
            return "DONE" if success else "FAIL", end | {"answer": str(action.get("answer") or "")}
        case "program":
            return str(action.get("code") or ""), {}
        case "tool_call":
            arguments = action.get("arguments")
            return {
                "action_type": osworld_mcp_name(str(action.get("name"))),
                "parameters": arguments or {},
            }, {}
    return dict(action), {}


def from_osworld(action: Any, info: Any = None) -> Action:
    """Return an action of a trajectory's line in testbed's form; of the type `UNKNOWN` if its form is not known.

    Args:
        action: The line's `action`.
        info: The line's `info`, which may have the answer that ends a task.
    """
    if isinstance(action, str):
        return _from_text(action, info)
    if not isinstance(action, dict):
        return {"type": UNKNOWN, "action": action}
    if _is_ours(action):
        return action
    kind = action.get("action_type")
    if isinstance(kind, str):
        parameters = action.get("parameters")
        return _from_kind(kind, parameters if isinstance(parameters, dict) else {}, info)
    if isinstance(command := action.get("command"), str):
        return {"type": "program", "code": command}
    return {"type": UNKNOWN, "action": action}


def _is_ours(action: Mapping[str, Any]) -> bool:
    try:
        parse_action.validate_python(action)
    except ValidationError:
        return False
    return True


def _from_text(text: str, info: Any) -> Action:
    if text in _ENDS:
        answer = info.get("answer") if isinstance(info, dict) else None
        return {
            "type": "terminate",
            "status": _ENDS[text],
            "answer": answer if isinstance(answer, str) else "",
        }
    if text == "WAIT":
        return {"type": "wait"}
    if call := client_call(text):
        name, parameters = call
        return {"type": "tool_call", "name": osworld_mcp_tool(name), "arguments": _arguments(parameters)}
    return {"type": "program", "code": text}


def _from_kind(kind: str, parameters: dict[str, Any], info: Any) -> Action:
    if kind in _ENDS or kind == "WAIT":
        return _from_text(kind, info)
    if not _COMPUTER_13.fullmatch(kind):
        return {"type": "tool_call", "name": osworld_mcp_tool(kind), "arguments": parameters}
    if kind in _CLICKS:
        button, count = _CLICKS[kind]
        place: Action = {name: parameters[name] for name in ("x", "y") if name in parameters}
        clicks = parameters.get("num_clicks", count)
        return {"type": "click", **place, "button": parameters.get("button", button), "count": clicks}
    match kind:
        case "MOVE_TO":
            return {"type": "mouse_move", **parameters}
        case "TYPING":
            return {"type": "type", "text": parameters.get("text", "")}
        case "PRESS":
            return {"type": "key", "keys": [parameters.get("key", "")]}
        case "HOTKEY":
            return {"type": "key", "keys": parameters.get("keys", [])}
    return {**parameters, "type": kind.lower()}


def _arguments(text: str) -> dict[str, Any]:
    """Return the parameters of a call of the client, which are a literal of Python."""
    if len(text) <= _LONGEST_PARAMETERS:
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = None
        if isinstance(value, dict):
            return {str(name): item for name, item in value.items()}
    return {"params": text}
