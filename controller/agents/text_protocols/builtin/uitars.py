"""UI-TARS' protocols on the model's side: reader and validator of requests, writer of responses.

Source: xlang-ai/OSWorld, mm_agents/uitars15_v1.py (action strings) and mm_agents/seed_agent.py (function calls).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from controller.agents.coordinates import CoordinateFrame
from controller.agents.text_protocols.reading import last_result, read_functions
from controller.agents.text_protocols.served_requests import check_pictures, check_roles, invalid, texts_of
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import not_offered, screen_view
from controller.core.actions import (
    Action,
    Click,
    Drag,
    Key,
    Screenshot,
    Scroll,
    Terminate,
    ToolCall,
    TypeText,
    Wait,
)
from testbed.errors import UsageError

PICTURES = 5
FACTOR = 28
SCROLL_CLICKS = 5
MARKER = "_never_used_51bce0c785ca2f68081bfa7d91973934"
_STRINGS_SYSTEM = "You are a helpful assistant."
_FUNCTIONS_SYSTEM = "You are provided with a task description, a history of previous actions"
_FUNCTIONS_WITH_SCREEN = f"{_FUNCTIONS_SYSTEM}, and corresponding screenshots"
_OWN = frozenset({"click", "drag", "hotkey", "left_double", "right_single", "scroll", "type", "wait"})
_ENDS = frozenset({"finished", "infeasible", "call_user"})
_RESULT = "Result of the last step: "
_UNMARKED_BOX = re.compile(r"(?:start|end)_box='\(")
_CLICKS = {("left", 1): "click", ("left", 2): "left_double", ("right", 1): "right_single"}
_DIRECTIONS = ((0, -1, "up"), (0, 1, "down"), (-1, 0, "left"), (1, 0, "right"))
Arguments = dict[str, str]
ToPoint = Callable[[int, int], str]


@dataclass(frozen=True, slots=True)
class _Names:
    """What one of the two forms calls places and the end of an infeasible task."""

    place: str
    start: str
    end: str
    infeasible: str


_STRING_NAMES = _Names("start_box", "start_box", "end_box", "call_user")
_FUNCTION_NAMES = _Names("point", "start_point", "end_point", "infeasible")


def matches(turn: ModelTurn) -> bool:
    if turn.system == _STRINGS_SYSTEM:  # says nothing of the protocol
        return "## Action Space\n" in turn.opening
    return turn.system.startswith(_FUNCTIONS_SYSTEM)


def check_request(body: Mapping[str, Any]) -> None:
    system, *turns = body["messages"]
    [prompt] = texts_of(system)
    opening = "\n".join(texts_of(turns[0])) if turns else ""
    check_roles(body["messages"], systems=1)
    check_pictures(turns, PICTURES, FACTOR)
    if _has_strings(prompt):
        if "## User Instruction\n" not in opening:
            raise invalid("The first turn has no user instruction.", "messages[1].content")
        for index, message in enumerate(turns, start=1):
            if message["role"] == "assistant" and _UNMARKED_BOX.search("\n".join(texts_of(message))):
                raise invalid(
                    "Coordinates of earlier answers need <|box_start|>.", f"messages[{index}].content"
                )
    elif not {"finished", "infeasible"} <= {*_definitions(prompt)}:
        raise invalid("The functions that end a task are not defined.", "messages[0].content")
    answers = sum(message["role"] == "assistant" for message in turns)
    headless = not _has_strings(prompt) and not prompt.startswith(_FUNCTIONS_WITH_SCREEN)
    if not headless and (len(turns) < 2 or (answers < PICTURES and turns[1]["role"] != "user")):
        raise invalid("The task is followed by the first screenshot.", "messages[2].role")
    if answers and turns[-2]["role"] != "assistant":
        raise invalid("An earlier answer is followed by the next screenshot.", f"messages[{len(turns)}].role")


def read_request(turn: ModelTurn) -> ModelTurn:
    definitions = {} if _has_strings(turn.system) else _definitions(turn.system)
    schemas = {name: one["parameters"] for name, one in definitions.items() if name not in _OWN | _ENDS}
    return replace(
        turn,
        results=last_result(turn.texts, _RESULT),
        memory=(*turn.memory, *turn.texts),  # an unusable response is quoted in the user's turn
        gui=_has_strings(turn.system) or "click" in definitions,
        tools=frozenset(schemas),
        schemas=schemas,
        frame=None if _has_strings(turn.system) else (1000, 1000),
        repeats=False,
    )


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    view = screen_view(turn.pictures, answer.screen, answer.actions)
    strings = _has_strings(turn.system)
    frame = CoordinateFrame("absolute" if strings else "0-1000")
    names = _STRING_NAMES if strings else _FUNCTION_NAMES

    def to_point(x: int, y: int) -> str:
        column, row = (round(number) for number in frame.numbers(x, y, view))
        return f"({column},{row})" if strings else f"<point>{column} {row}</point>"

    calls = [call for action in answer.actions for call in calls_of(action, to_point, names)]
    offered = {*_OWN, *_ENDS} if strings else {*_definitions(turn.system)}
    for name, _ in calls:
        if name not in offered and not answer.unoffered:
            raise not_offered(name)
    thought = " ".join(filter(None, (answer.thought, answer.text, answer.mark and f"[{answer.mark}]")))
    text = _string_answer(thought, calls) if strings else _function_answer(thought, calls)
    return replace(answer, actions=(), text=text, thought="", mark="")


def calls_of(
    action: Action, to_point: ToPoint, names: _Names = _STRING_NAMES
) -> list[tuple[str, dict[str, Any]]]:
    """Convert an action to calls: a name, and arguments. Raises UsageError when the protocol has none for it."""
    match action:
        case ToolCall():
            return [(action.name, dict(action.arguments))]
        case Key(keys=keys, repeat=1):
            return [("hotkey", {"key": " ".join(keys)})]
        case TypeText(text=text):
            return [("type", {"content": text})]
        case Click(x=x, y=y, modifiers=()) if (action.button, action.count) in _CLICKS:
            return [(_CLICKS[action.button, action.count], {names.place: to_point(x, y)})]
        case Drag(path=(start, end), button="left", modifiers=()):
            return [("drag", {names.start: to_point(start.x, start.y), names.end: to_point(end.x, end.y)})]
        case Scroll(x=x, y=y, modifiers=()):
            return [
                ("scroll", {names.place: to_point(x, y), "direction": direction})
                for across, down, direction in _DIRECTIONS
                for _ in range(math.ceil(max(0, action.dx * across + action.dy * down) / SCROLL_CLICKS))
            ]
        case Screenshot() | Wait():  # every step shows the screen
            return [("wait", {})]
        case Terminate(status="success", answer=text):
            return [("finished", {"content": text})]
        case Terminate():
            return [(names.infeasible, {})]
    raise UsageError(f"UI-TARS has no action for {action.model_dump(exclude_defaults=True)}")


def _string_answer(thought: str, calls: list[tuple[str, dict[str, Any]]]) -> str:
    actions = []
    for name, arguments in calls:
        values = ", ".join(f"{key}='{_escape(value)}'" for key, value in arguments.items())
        actions.append(f"{name}({values})")
    return f"Thought: {thought}\nAction: " + "\n\n".join(actions)


def _function_answer(thought: str, calls: list[tuple[str, dict[str, Any]]]) -> str:
    written = []
    for name, arguments in calls:
        parameters = "".join(
            f"<parameter{MARKER}={key}>{value if isinstance(value, str) else json.dumps(value)}</parameter{MARKER}>"
            for key, value in arguments.items()
        )
        written.append(f"<function{MARKER}={name}>{parameters}</function{MARKER}>")
    return f"{thought}\n<seed:tool_call{MARKER}>{''.join(written)}</seed:tool_call{MARKER}>"


def _escape(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")


def _has_strings(system: str) -> bool:
    return system == _STRINGS_SYSTEM


def _definitions(system: str) -> dict[str, dict[str, Any]]:
    """The functions in a system prompt, by name."""
    lines = [line for line in system.splitlines() if line.startswith('{"type": "function"')]
    return read_functions(lines)


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
    check_request=check_request,
)
