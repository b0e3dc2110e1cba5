"""Conversion of requests of generateContent to turns, and of actions to calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from plugins.mock_models.google_content_rules import image_bytes
from plugins.mock_models.google_models import DESKTOP_FUNCTIONS, OLDER_FUNCTIONS
from plugins.mock_models.google_tool_rules import computer_functions
from plugins.mock_models.means import TERMINATE, screen_of, tool_call
from plugins.mock_models.turns import Body, MockAnswer, mock_error
from testbed.actions import (
    Action,
    Click,
    Drag,
    GuiAction,
    Key,
    MouseMove,
    Point,
    Screenshot,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from testbed.guests import ToolResult
from testbed.models import ModelTurn, ScaledView, canonical_name

FRAME = (1000, 1000)
CALL = "call-"
_CLICKS = {
    ("left", 1): "click",
    ("left", 2): "double_click",
    ("left", 3): "triple_click",
    ("middle", 1): "middle_click",
    ("right", 1): "right_click",
}
_DIRECTIONS = {(0, -1): "up", (0, 1): "down", (-1, 0): "left", (1, 0): "right"}
_OLDER_PAGE = 800
"""Pixels that the older `scroll_at` scrolls by default."""
_CLICK_PIXELS = 100
_SEEN = ("note", "error")
"""Fields of a result that may hold what the user says besides."""


def turn_of(model: str, body: Body) -> ModelTurn:
    """Convert a request to a turn."""
    contents, latest = body["contents"], body["contents"][-1]
    responses = [part["functionResponse"] for part in latest["parts"] if "functionResponse" in part]
    texts = [str(response["response"].get(name, "")) for response in responses for name in _SEEN]
    schemas = _schemas(model, body)
    return ModelTurn(
        opening="\n".join(_texts(contents[0])),
        texts=(*_texts(latest), *filter(None, texts)),
        pictures=tuple(_pictures([latest])),
        results=tuple(_result(response) for response in responses),
        memory=tuple(_memory(contents)),
        gui=bool(_computer(model, body)),
        tools=frozenset(schemas),
        frame=FRAME,
        repeats=False,
        schemas=schemas,
    )


def parts_of(model: str, body: Body, answer: MockAnswer) -> list[Body]:
    """The parts of an answer. Raises ApiError when the request does not offer a tool that it calls."""
    parts: list[Body] = []
    thinking = (body.get("generationConfig") or {}).get("thinkingConfig") or {}
    if answer.thought and thinking.get("includeThoughts"):
        parts.append({"text": answer.thought, "thought": True})
    if answer.text:
        parts.append({"text": answer.text})
    calls = [call for action in answer.actions for call in _calls(model, body, answer, action)]
    for place, call in enumerate(calls):
        identity = {"id": f"{CALL}{answer.mark}{place}"} if answer.mark else {}
        parts.append({"functionCall": {**identity, **call}})
    return parts


def _calls(model: str, body: Body, answer: MockAnswer, action: Action) -> list[Body]:
    computer = _computer(model, body)
    if isinstance(action, Terminate | ToolCall):
        offered = {function["name"] for function in _functions(body)} - computer
        name, arguments = tool_call(action, answer, offered, computer | {TERMINATE})
        return [{"name": name, "args": arguments}]
    if not computer:
        raise mock_error(f"{action.type} is needed, and the request does not offer the computer")
    view = screen_of([*_pictures(body["contents"])], answer.screen)
    calls = _older(action, view) if "click_at" in computer else _newer(action, view)
    for call in calls:
        if call["name"] not in computer:
            raise mock_error(f"{call['name']} is needed, and the request excludes it")
    return calls


def _newer(action: GuiAction, view: ScaledView) -> list[Body]:
    """Calls of the desktop's functions."""
    intent = {"intent": f"I {action.type.replace('_', ' ')}."}
    match action:
        case Click(button=button, count=count, modifiers=()) if (button, count) in _CLICKS:
            return [_call(_CLICKS[button, count], _at(action, view) | intent)]
        case MouseMove():
            return [_call("move", _at(action, view) | intent)]
        case Drag(button="left", path=(start, end), modifiers=()):
            begin, stop = _at(start, view), _at(end, view)
            places = {"start_x": begin["x"], "start_y": begin["y"], "end_x": stop["x"], "end_y": stop["y"]}
            return [_call("drag_and_drop", places | intent)]
        case TypeText(text=text):
            return [_call("type", {"text": text} | intent)]
        case Key(keys=(key,), repeat=1):
            return [_call("press_key", {"key": key} | intent)]
        case Key(keys=keys, repeat=1):
            return [_call("hotkey", {"keys": [*keys]} | intent)]
        case Scroll(dx=dx, dy=dy, modifiers=()) if bool(dx) != bool(dy):
            amount = abs(dx or dy)
            direction = _DIRECTIONS[dx // amount, dy // amount]
            where = _at(action, view) | {"direction": direction, "magnitude_in_wheel_clicks": amount}
            return [_call("scroll", where | intent)]
        case Wait(seconds=seconds):
            return [_call("wait", {"seconds": max(1, round(seconds))} | intent)]
        case Screenshot():
            return [_call("take_screenshot", intent)]
    raise mock_error(f"Gemini's desktop functions have no call for {action!r}")


def _older(action: GuiAction, view: ScaledView) -> list[Body]:
    """Calls of the older functions of a browser."""
    match action:
        case Click(button="left", count=1, modifiers=()):
            return [_call("click_at", _at(action, view))]
        case Click(button="left", count=count, modifiers=()):
            return [_call("click_at", _at(action, view))] * count
        case MouseMove():
            return [_call("hover_at", _at(action, view))]
        case Drag(button="left", path=(start, end), modifiers=()):
            stop = _at(end, view)
            places = _at(start, view) | {"destination_x": stop["x"], "destination_y": stop["y"]}
            return [_call("drag_and_drop", places)]
        case Key(keys=keys, repeat=1):
            return [_call("key_combination", {"keys": "+".join(keys)})]
        case Scroll(dx=dx, dy=dy, modifiers=()) if bool(dx) != bool(dy):
            amount = abs(dx or dy)
            where = {
                "direction": _DIRECTIONS[dx // amount, dy // amount],
                "magnitude": amount * _CLICK_PIXELS,
            }
            return [_call("scroll_at", _at(action, view) | where)]
        case Wait():
            return [_call("wait_5_seconds", {})]
    raise mock_error(f"Gemini's older functions have no call for {action!r}")


def _call(name: str, arguments: Body) -> Body:
    return {"name": name, "args": arguments}


def _at(place: Click | MouseMove | Scroll | Point, view: ScaledView) -> dict[str, int]:
    x, y = place.x / view.native_width, place.y / view.native_height
    return {"x": min(999, round(x * 1000)), "y": min(999, round(y * 1000))}


def _computer(model: str, body: Body) -> frozenset[str]:
    """The names of the computer's functions: predefined ones, or declared ones of the same names."""
    native = computer_functions(model, body.get("tools") or [])
    declared = frozenset(function["name"] for function in _functions(body))
    return native or declared & (DESKTOP_FUNCTIONS | OLDER_FUNCTIONS)


def _functions(body: Body) -> Iterator[Body]:
    for tool in body.get("tools") or ():
        yield from tool.get("functionDeclarations") or ()


def _schemas(model: str, body: Body) -> dict[str, Body]:
    """The parameters of the guest's offered tools, by canonical name."""
    own = _computer(model, body) | {TERMINATE}
    return {
        name: function.get("parametersJsonSchema") or function.get("parameters") or {"type": "object"}
        for function in _functions(body)
        if function["name"] not in own and (name := canonical_name(function["name"]))
    }


def _texts(content: Body) -> list[str]:
    return [part["text"] for part in content["parts"] if part.get("text")]


def _memory(contents: Sequence[Body]) -> Iterator[str]:
    for content in contents:
        if content["role"] == "model":
            yield from _texts(content)
            for part in content["parts"]:
                yield str((part.get("functionCall") or {}).get("id") or "")


def _pictures(contents: Sequence[Body]) -> Iterator[bytes]:
    for content in contents:
        for part in content["parts"]:
            nested = (part.get("functionResponse") or {}).get("parts") or ()
            for blob in [part.get("inlineData"), *(inner["inlineData"] for inner in nested)]:
                if blob:
                    yield image_bytes(blob)


def _result(response: Body) -> ToolResult:
    fields: dict[str, Any] = response["response"]
    text = fields.get("error", fields.get("result", fields.get("output", "")))
    images = tuple(image_bytes(part["inlineData"]) for part in response.get("parts") or ())
    return ToolResult(str(text), "error" in fields, images=images)
