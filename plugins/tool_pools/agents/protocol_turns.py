"""What the text protocols of the agents `react` and `rounds` share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.errors import UsageError
from testbed.guests import ToolResult
from testbed.models import ModelAnswer, ModelTurn

DONE = "The task is done."
IMPOSSIBLE = "It cannot be done on this computer."
_FAILED = "Error: "


def read_turn(turn: ModelTurn, memory: tuple[str, ...], result: str | None) -> ModelTurn:
    """Return a turn with the tools of its prompt.

    Args:
        turn: The turn.
        memory: The texts that have the model's own earlier answers.
        result: The text of the last call's result; None without a call.
    """
    schemas = _schemas(turn.system)
    text = result or ""
    return replace(
        turn,
        results=()
        if result is None
        else (ToolResult(text.removeprefix(_FAILED), is_error=text.startswith(_FAILED)),),
        memory=memory,
        gui=False,
        tools=frozenset(schemas),
        schemas=schemas,
        pauses=False,
    )


def only_action(turn: ModelTurn, answer: ModelAnswer) -> ToolCall | Terminate:
    """Return the one action of an answer. Raises UsageError when the agent has no such action."""
    [action] = answer.actions
    if not isinstance(action, ToolCall | Terminate):
        raise UsageError(f"the agent has tools alone, and the answer has the action {action.type}")
    if isinstance(action, ToolCall) and not answer.unoffered and action.name not in _schemas(turn.system):
        raise UsageError(f"the tool {action.name} is needed, and the request does not offer it")
    return action


def closing_text(action: Terminate) -> str:
    """Return the text that ends the work."""
    return action.answer or (DONE if action.status == "success" else IMPOSSIBLE)


def thought_of(answer: ModelAnswer) -> str:
    """Return an answer's thought, text and mark on one line."""
    mark = f"[{answer.mark}]" if answer.mark else ""
    return " ".join(filter(None, (answer.thought, answer.text, mark)))


def beginning(prompt: str) -> str:
    """Return a prompt up to its first field."""
    return prompt.partition("{")[0]


def _schemas(system: str) -> dict[str, Mapping[str, Any]]:
    """The parameters of the tools in a prompt, as `TextAgent.describe_tools` writes them, by name."""
    lines = [line for line in system.partition("The tools:\n")[2].splitlines() if line.startswith("{")]
    return {tool["name"]: tool["parameters"] for tool in map(json.loads, lines)}
