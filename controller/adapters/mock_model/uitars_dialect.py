"""UI-TARS' protocols on the model's side: reader and validator of requests, writer of responses.

Source: xlang-ai/OSWorld, mm_agents/uitars15_v1.py (action strings) and mm_agents/seed_agent.py (function calls).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from controller.adapters.mock_model.means import screen_view
from controller.adapters.mock_model.openai_rules import invalid
from controller.adapters.mock_model.served_pictures import check_pictures, check_roles, texts_of
from controller.adapters.mock_model.turns import Body, MockAnswer, MockTurn, mock_error
from controller.agents.coordinates import CoordinateFrame
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
from controller.core.guest import ToolResult

PICTURES = 5
FACTOR = 28
SCROLL_CLICKS = 5
MARKER = "_never_used_51bce0c785ca2f68081bfa7d91973934"
_STRINGS_SYSTEM = "You are a helpful assistant."
_FUNCTIONS_SYSTEM = "You are provided with a task description, a history of previous actions"
_OWN = frozenset({"click", "drag", "hotkey", "left_double", "right_single", "scroll", "type", "wait"})
_ENDS = frozenset({"finished", "infeasible", "call_user"})
_RESULT = "Result of the last step: "
_FAILED = "It failed: "
_UNMARKED_BOX = re.compile(r"(?:start|end)_box='\(")
_CLICKS = {("left", 1): "click", ("left", 2): "left_double", ("right", 1): "right_single"}
_DIRECTIONS = ((0, -1, "up"), (0, 1, "down"), (-1, 0, "left"), (1, 0, "right"))
Arguments = dict[str, str]
Say = Callable[[int, int], str]


@dataclass(frozen=True, slots=True)
class _Names:
    """What one of the two forms calls places and the end of an infeasible task."""

    place: str
    start: str
    end: str
    infeasible: str


_STRING_NAMES = _Names("start_box", "start_box", "end_box", "call_user")
_FUNCTION_NAMES = _Names("point", "start_point", "end_point", "infeasible")


class UitarsDialect:
    """Implements `dialects.Dialect` and `model_protocol_rules.CheckedDialect`."""

    def speaks(self, system: str) -> bool:
        return system == _STRINGS_SYSTEM or system.startswith(_FUNCTIONS_SYSTEM)

    def check(self, body: Body) -> None:
        """Raises RuleError."""
        system, *turns = body["messages"]
        [prompt] = texts_of(system)
        opening = "\n".join(texts_of(turns[0])) if turns else ""
        if _is_another(prompt, opening):
            return
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
        if len(turns) < 2 or (answers < PICTURES and turns[1]["role"] != "user"):
            raise invalid("The task is followed by the first screenshot.", "messages[2].role")
        if answers and turns[-2]["role"] != "assistant":
            raise invalid(
                "An earlier answer is followed by the next screenshot.", f"messages[{len(turns)}].role"
            )

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        if _is_another(system, turn.opening):
            return turn
        definitions = {} if _has_strings(system) else _definitions(system)
        schemas = {name: one["parameters"] for name, one in definitions.items() if name not in _OWN | _ENDS}
        return replace(
            turn,
            results=_results(turn.texts),
            memory=(*turn.memory, *turn.texts),  # an unusable response is quoted in the user's turn
            gui=_has_strings(system) or "click" in definitions,
            tools=frozenset(schemas),
            schemas=schemas,
            frame=None if _has_strings(system) else (1000, 1000),
            repeats=False,
        )

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:
        if not answer.actions or _is_another(system, turn.opening):
            return answer
        view = screen_view(turn.pictures, answer.screen)
        strings = _has_strings(system)
        frame = CoordinateFrame("absolute" if strings else "0-1000")
        names = _STRING_NAMES if strings else _FUNCTION_NAMES

        def say(x: int, y: int) -> str:
            column, row = (round(number) for number in frame.numbers(x, y, view))
            return f"({column},{row})" if strings else f"<point>{column} {row}</point>"

        calls = [call for action in answer.actions for call in calls_of(action, say, names)]
        offered = {*_OWN, *_ENDS} if strings else {*_definitions(system)}
        for name, _ in calls:
            if name not in offered and not answer.unoffered:
                raise mock_error(f"the tool {name} is needed, and the request does not offer it")
        thought = " ".join(filter(None, (answer.thought, answer.text, answer.mark and f"[{answer.mark}]")))
        text = _string_answer(thought, calls) if strings else _function_answer(thought, calls)
        return replace(answer, actions=(), text=text, thought="", mark="")


def calls_of(action: Action, say: Say, names: _Names = _STRING_NAMES) -> list[tuple[str, dict[str, Any]]]:
    """Convert an action to calls: a name, and arguments. Raises ApiError when the protocol has none for it."""
    match action:
        case ToolCall():
            return [(action.name, dict(action.arguments))]
        case Key(keys=keys, repeat=1):
            return [("hotkey", {"key": " ".join(keys)})]
        case TypeText(text=text):
            return [("type", {"content": text})]
        case Click(x=x, y=y, modifiers=()) if (action.button, action.count) in _CLICKS:
            return [(_CLICKS[action.button, action.count], {names.place: say(x, y)})]
        case Drag(path=(start, end), button="left", modifiers=()):
            return [("drag", {names.start: say(start.x, start.y), names.end: say(end.x, end.y)})]
        case Scroll(x=x, y=y, modifiers=()):
            return [
                ("scroll", {names.place: say(x, y), "direction": direction})
                for across, down, direction in _DIRECTIONS
                for _ in range(math.ceil(max(0, action.dx * across + action.dy * down) / SCROLL_CLICKS))
            ]
        case Screenshot() | Wait():  # every step shows the screen
            return [("wait", {})]
        case Terminate(status="success", answer=text):
            return [("finished", {"content": text})]
        case Terminate():
            return [(names.infeasible, {})]
    raise mock_error(f"UI-TARS has no action for {action.model_dump(exclude_defaults=True)}")


def _string_answer(thought: str, calls: list[tuple[str, dict[str, Any]]]) -> str:
    actions = []
    for name, arguments in calls:
        values = ", ".join(f"{key}='{_escaped(value)}'" for key, value in arguments.items())
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


def _escaped(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")


def _has_strings(system: str) -> bool:
    return system == _STRINGS_SYSTEM


def _is_another(system: str, opening: str) -> bool:
    """Whether a request only shares the action strings' system prompt, which says nothing of them."""
    return _has_strings(system) and "## Action Space\n" not in opening


def _definitions(system: str) -> dict[str, dict[str, Any]]:
    """The functions in a system prompt, by name."""
    lines = [line for line in system.splitlines() if line.startswith('{"type": "function"')]
    try:
        return {definition["name"]: definition for definition in map(json.loads, lines)}
    except (ValueError, KeyError, TypeError):
        return {}


def _results(texts: tuple[str, ...]) -> tuple[ToolResult, ...]:
    """The result of the last step, if the request has one."""
    text = next((text.removeprefix(_RESULT) for text in texts if text.startswith(_RESULT)), None)
    if text is None:
        return ()
    return (ToolResult(text.removeprefix(_FAILED), is_error=text.startswith(_FAILED)),)
