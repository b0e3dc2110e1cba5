"""Qwen's `computer_use` protocol on the model's side: reader and validator of requests, writer of responses.

Source: xlang-ai/OSWorld, mm_agents/qwen25vl_agent.py, qwen3vl_agent.py and qwen35vl_agent.py; X-PLUG/OSWorld-MCP,
osworld/mm_agents/gui_owl_1_5_agent.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from controller.agents.coordinates import CoordinateFrame
from controller.agents.model_protocols.xml_calls import write_call
from controller.agents.text_protocols.reading import read_functions, read_result
from controller.agents.text_protocols.served_requests import (
    check_alternating,
    check_pictures,
    check_roles,
    invalid,
    texts_of,
)
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import not_offered, screen_view
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
from controller.core.guest import ToolResult
from testbed.errors import UsageError

COMPUTER = "computer_use"
SHORTEST_WAIT = 0.1
JSON_PICTURES, TAGS_PICTURES = 5, 20
"""The most pictures in a request: four earlier turns and the current one, and what Qwen3.5's agent keeps."""
_TAGGED_MODELS = re.compile(r"qwen3\.[5-9]")
_TOOLS = re.compile(r"^<tools>\n(.*?)\n</tools>$", re.DOTALL | re.MULTILINE)
_RESOLUTION = re.compile(r"The screen's resolution is (\d+)x(\d+)\.")
_TAGS = "<function=example_function_name>"
_RESPONSE, _END = "<tool_response>\n", "\n</tool_response>"
_CLICKS = {
    ("left", 1): "left_click",
    ("left", 2): "double_click",
    ("left", 3): "triple_click",
    ("right", 1): "right_click",
    ("middle", 1): "middle_click",
}
Arguments = dict[str, Any]
ToCoordinate = Callable[[int, int], list[int]]


def matches(turn: ModelTurn) -> bool:
    return turn.system.startswith("# Tools\n\nYou ") and "<tool_call>" in turn.system


def check_request(body: Mapping[str, Any]) -> None:
    system, *turns = body["messages"]
    [prompt] = texts_of(system)
    signatures = _signatures(prompt)
    if COMPUTER not in signatures:
        raise invalid(f"The system prompt has no signature of {COMPUTER}.", "messages[0].content")
    new = "qwen3" in body["model"]
    if _is_tagged(prompt) != bool(_TAGGED_MODELS.search(body["model"])):
        raise invalid("The calls' form is that of another generation of models.", "messages[0].content")
    check_roles(body["messages"], systems=1)
    check_alternating(turns)
    sizes = check_pictures(turns, TAGS_PICTURES if _is_tagged(prompt) else JSON_PICTURES, 32 if new else 28)
    resolution = _RESOLUTION.search(prompt)
    if resolution:
        stated_size = int(resolution[1]), int(resolution[2])
        if stated_size != ((1000, 1000) if new else sizes[-1] if sizes else stated_size):
            raise invalid(
                f"The resolution {stated_size} is not that of the coordinates.", "messages[0].content"
            )
    opening = "\n".join(texts_of(turns[0]))
    if "\nInstruction: " not in opening or "\nPrevious actions:\n" not in opening:
        raise invalid("The first turn has no instruction and previous actions.", "messages[1].content")
    last = "\n".join(texts_of(turns[-1]))
    if len(turns) > 1 and not (last.startswith(_RESPONSE) and _END in last):
        raise invalid("The last turn has no <tool_response> around it.", f"messages[{len(turns)}].content")


def read_request(turn: ModelTurn) -> ModelTurn:
    signatures = _signatures(turn.system)
    computer = signatures[COMPUTER]
    schemas = {name: one["parameters"] for name, one in signatures.items() if name != COMPUTER}
    return replace(
        turn,
        results=_results(turn.texts),
        memory=(*turn.memory, *turn.texts),  # an unusable response is quoted in the user's turn
        gui="left_click" in computer["parameters"]["properties"]["action"]["enum"],
        tools=frozenset(schemas),
        schemas=schemas,
        frame=(1000, 1000) if _is_relative(turn.system) else None,
        repeats=False,
    )


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    view = screen_view(turn.pictures, answer.screen, answer.actions)
    frame = CoordinateFrame("0-1000" if _is_relative(turn.system) else "absolute")

    def to_coordinate(x: int, y: int) -> list[int]:
        return [round(number) for number in frame.numbers(x, y, view)]

    offered = _signatures(turn.system)
    calls = [
        call
        for action in answer.actions
        for call in calls_of(action, to_coordinate, held=_is_tagged(turn.system))
    ]
    for name, _ in calls:
        if name not in offered and not answer.unoffered:
            raise not_offered(name)
    summary = " ".join(filter(None, (answer.text, answer.mark and f"[{answer.mark}]")))
    written = [
        f"<tool_call>\n{_call_text(name, arguments, tagged=_is_tagged(turn.system))}\n</tool_call>"
        for name, arguments in calls
    ]
    return replace(
        answer,
        actions=(),
        text="\n".join([f"Action: {summary or calls[0][0]}", *written]),
        thought="",
        mark="",
    )


def calls_of(
    action: Action, to_coordinate: ToCoordinate, *, held: bool = False
) -> list[tuple[str, Arguments]]:
    """Convert an action to calls: one, or two for a drag, which begins at the pointer.

    Args:
        action: The action.
        to_coordinate: Converts a native pixel to coordinates.
        held: Whether calls can name modifier keys.

    Raises:
        UsageError: The protocol has no call for it.
    """
    if isinstance(action, ToolCall):
        return [(action.name, dict(action.arguments))]
    return [(COMPUTER, arguments) for arguments in _computer(action, to_coordinate, held=held)]


def _computer(action: Action, to_coordinate: ToCoordinate, *, held: bool) -> list[Arguments]:
    match action:
        case Key(keys=keys, repeat=1):
            return [{"action": "key", "keys": list(keys)}]
        case TypeText(text=text):
            return [{"action": "type", "text": text}]
        case MouseMove(x=x, y=y):
            return [{"action": "mouse_move", "coordinate": to_coordinate(x, y)}]
        case Click(x=x, y=y, modifiers=keys) if (action.button, action.count) in _CLICKS and (
            held or not keys
        ):
            return [
                {
                    "action": _CLICKS[action.button, action.count],
                    "coordinate": to_coordinate(x, y),
                    **_key_arguments(keys),
                }
            ]
        case Drag(path=(start, end), button="left", modifiers=()):
            return [
                {"action": "mouse_move", "coordinate": to_coordinate(start.x, start.y)},
                {"action": "left_click_drag", "coordinate": to_coordinate(end.x, end.y)},
            ]
        case Scroll(x=x, y=y, modifiers=keys) if (action.dx or action.dy) and (held or not keys):
            turns = [("scroll", -action.dy), ("hscroll", action.dx)]
            return [
                {"action": name, "pixels": pixels, "coordinate": to_coordinate(x, y), **_key_arguments(keys)}
                for name, pixels in turns
                if pixels
            ]
        case Screenshot():  # every step shows the screen
            return [{"action": "wait", "time": SHORTEST_WAIT}]
        case Wait(seconds=seconds):
            return [{"action": "wait", "time": seconds}]
        case Terminate(status="success", answer=text) if text:
            return [{"action": "answer", "text": text}]
        case Terminate(status=status):
            return [{"action": "terminate", "status": status}]
    raise UsageError(f"Qwen's protocol has no action for {action.model_dump(exclude_defaults=True)}")


def _key_arguments(keys: tuple[str, ...]) -> Arguments:
    return {"text": "+".join(keys)} if keys else {}


def _call_text(name: str, arguments: Mapping[str, Any], *, tagged: bool) -> str:
    if not tagged:
        return json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
    texts = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in arguments.items()
    }
    return write_call(name, texts)


def _signatures(system: str) -> dict[str, dict[str, Any]]:
    """The functions in a system prompt, by name."""
    match = _TOOLS.search(system)
    return read_functions(match[1].splitlines() if match else ())


def _results(texts: tuple[str, ...]) -> tuple[ToolResult, ...]:
    """The result of the last step, if the request has one."""
    if _RESPONSE in texts:
        text = texts[texts.index(_RESPONSE) + 1]
    elif texts and texts[-1].startswith(_RESPONSE):  # without a picture the turn is one text
        text = texts[-1].removeprefix(_RESPONSE).partition(_END)[0].strip()
    else:
        return ()
    return () if text == "None" else (read_result(text),)


def _is_tagged(system: str) -> bool:
    return _TAGS in system


def _is_relative(system: str) -> bool:
    resolution = _RESOLUTION.search(system)
    return resolution is not None and resolution.groups() == ("1000", "1000")


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
    check_request=check_request,
)
