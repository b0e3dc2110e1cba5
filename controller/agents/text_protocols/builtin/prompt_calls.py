"""Calls in the text of answers (`--calling prompt`) on the model's side: reads prompts and results, writes calls."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.agents.briefing import TERMINATE
from controller.agents.builtin.openai.functions import COMPUTER_FUNCTIONS, computer_call
from controller.agents.coordinate_conventions import CONVENTIONS, Convention
from controller.agents.coordinates import CoordinateFrame
from controller.agents.prompt_calls import SYSTEM, functions_in, write_call
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import not_offered, screen_view
from controller.agents.tool_names import canonical_name, wire_name
from controller.core.actions import Action, Terminate, ToolCall
from controller.core.guest import ToolResult

_OPENING = SYSTEM.strip().splitlines()[0]
_RESULT = re.compile(r"<tool_response>\n(.*)\n</tool_response>")
_RESERVED = frozenset({TERMINATE, *COMPUTER_FUNCTIONS})
_THOUSANDTHS = (1000, 1000)


def matches(turn: ModelTurn) -> bool:
    return _OPENING in turn.system


def read_request(turn: ModelTurn) -> ModelTurn:
    functions = _functions(turn.system)
    schemas = {
        canonical: function["parameters"]
        for name, function in functions.items()
        if name not in _RESERVED and (canonical := canonical_name(name))
    }
    convention = _convention(functions)
    scaled = any(name in COMPUTER_FUNCTIONS for name in functions) and convention != "absolute"
    return replace(
        turn,
        results=turn.results or _results(turn),
        gui=turn.gui or any(name in COMPUTER_FUNCTIONS for name in functions),
        tools=frozenset(schemas),
        schemas=schemas,
        frame=_THOUSANDTHS if scaled else turn.frame,
    )


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    functions = _functions(turn.system)
    written = [action for action in answer.actions if _is_written(action, functions)]
    if not written:
        return answer
    calls = [write_call(*_call(action, turn, answer, functions)) for action in written]
    mark = f"[{answer.mark}]" if answer.mark else ""
    text = "\n".join(filter(None, (answer.text, mark, *calls)))
    rest = tuple(action for action in answer.actions if not _is_written(action, functions))
    return replace(answer, actions=rest, text=text, mark="" if not rest else answer.mark)


def _is_written(action: Action, functions: Mapping[str, Any]) -> bool:
    return isinstance(action, Terminate | ToolCall) or any(name in COMPUTER_FUNCTIONS for name in functions)


def _call(
    action: Action, turn: ModelTurn, answer: ModelAnswer, functions: Mapping[str, Mapping[str, Any]]
) -> tuple[str, dict[str, Any]]:
    if isinstance(action, Terminate | ToolCall):
        name, arguments = _tool_call(action)
        if name not in functions and not answer.unoffered:
            raise not_offered(name)
        return name, arguments
    view = screen_view(turn.pictures, answer.screen)
    return computer_call(action, view, CoordinateFrame(answer.coordinates or _convention(functions)))


def _tool_call(action: Terminate | ToolCall) -> tuple[str, dict[str, Any]]:
    if isinstance(action, ToolCall):
        return wire_name(action.name, _RESERVED), action.arguments
    return TERMINATE, action.model_dump(exclude={"type"}, exclude_defaults=True)


def _functions(system: str) -> dict[str, Mapping[str, Any]]:
    return {function["name"]: function for function in functions_in(system)}


def _convention(functions: Mapping[str, Mapping[str, Any]]) -> Convention:
    """The scale of coordinates, from the descriptions of the computer's functions."""
    descriptions = " ".join(
        function["description"] for name, function in functions.items() if name in COMPUTER_FUNCTIONS
    )
    return next((one for one in CONVENTIONS if f"to {one.removeprefix('0-')}:" in descriptions), "absolute")


def _results(turn: ModelTurn) -> tuple[ToolResult, ...]:
    found = [json.loads(line) for text in turn.texts for line in _RESULT.findall(text)]
    results = [
        ToolResult(result.get("error", result.get("result", "")), "error" in result) for result in found
    ]
    return tuple(results)


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
)
