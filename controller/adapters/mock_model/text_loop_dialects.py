"""The text protocols of the agents `react` and `rounds` on the model's side: readers of prompts, writers of answers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from controller.adapters.mock_model.turns import Body, MockAnswer, MockTurn, mock_error
from controller.agents.builtin.react import prompts as react
from controller.agents.builtin.rounds import prompts as rounds
from controller.core.actions import Terminate, ToolCall
from controller.core.guest import ToolResult

_MARK = re.compile(r"\[solve-[0-9a-f]{8}-\d+-\]")
_OBSERVATION = re.compile(
    r"^Observation: (.*?)\n\n(?:Open windows, |Elements on the screen|Calls left: \d+\.)",
    re.DOTALL | re.MULTILINE,
)
_PAST_CALL = re.compile(
    r"^- [^\n(]+\([^\n]*?\}\) -> (.*?)(?:\n\nThis is round \d+ of at most \d+\.|\n\nThe work has ended: )",
    re.DOTALL | re.MULTILINE,
)
_FAILED = "Error: "
_SHORT = 500
"""Characters of a long result that the mock model's short form has."""
DONE = "The task is done."
IMPOSSIBLE = "It cannot be done on this computer."
UNFINISHED = "The work ended before the task was done."


class ReactDialect:
    """Implements `dialects.Dialect` for the agent `react`."""

    def speaks(self, system: str) -> bool:
        return system.startswith(_beginning(react.SYSTEM))

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        observation = _OBSERVATION.search("\n".join(turn.texts))
        # An unusable answer is quoted in the user's turn.
        memory = (*turn.memory, *turn.texts)
        return _turn(system, turn, memory, observation[1] if observation else None)

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:  # noqa: ARG002
        if not answer.actions:
            return answer
        action = _only_action(system, answer)
        if isinstance(action, Terminate):
            end = "Answer" if action.status == "success" else "Impossible"
            act = f"{end}: {_closing(action)}"
        else:
            act = f"Action: {action.name}\nInput: {json.dumps(action.arguments, ensure_ascii=False)}"
        return replace(answer, actions=(), text=f"Thought: {_thought(answer)}\n{act}", thought="", mark="")


class RoundsDialect:
    """Implements `dialects.Dialect` for the agent `rounds`: plans of one call, and the answer at the end."""

    def speaks(self, system: str) -> bool:
        return system.startswith(_beginning(rounds.SYSTEM)) or system == rounds.ANSWER_SYSTEM

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        text = "\n".join(turn.texts)
        # The last marks may be those of unusable answers, which are quoted behind the rounds.
        marks = [mark.end() for mark in _MARK.finditer(text)]
        call = next(filter(None, (_PAST_CALL.search(text, end) for end in reversed(marks))), None)
        return _turn(system, turn, turn.texts, call[1] if call else None)

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:  # noqa: ARG002
        if not answer.actions:
            return answer
        if system == rounds.ANSWER_SYSTEM:
            [action] = answer.actions
            text = _closing(action) if isinstance(action, Terminate) else UNFINISHED
            return replace(answer, actions=(), text=text, thought="", mark="")
        action = _only_action(system, answer)
        plan: dict[str, Any] = {"thought": _thought(answer), "status": "continue", "calls": []}
        if isinstance(action, ToolCall):
            plan["calls"] = [{"tool": action.name, "arguments": action.arguments}]
        else:
            plan["status"] = "done" if action.status == "success" else "impossible"
        return replace(answer, actions=(), text=json.dumps(plan, ensure_ascii=False), thought="", mark="")


def result_to_shorten(system: str, turn: MockTurn) -> str | None:
    """Return the result that a request of `rounds` wants shortened; None for any other request."""
    if not system.startswith(_beginning(rounds.COMPRESS_SYSTEM)):
        return None
    return turn.opening.partition("\nResult of ")[2].partition(":\n")[2]


def shortened(result: str, name: str) -> MockAnswer:
    """Answer with a result's name in brackets and its beginning; by the name, the solver finds the whole result."""
    return MockAnswer(text=f"[{name}] {result[:_SHORT]}")


def _turn(system: str, turn: MockTurn, memory: tuple[str, ...], result: str | None) -> MockTurn:
    schemas = _schemas(system)
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


def _only_action(system: str, answer: MockAnswer) -> ToolCall | Terminate:
    [action] = answer.actions
    if not isinstance(action, ToolCall | Terminate):
        raise mock_error(f"the agent has tools alone, and the answer has the action {action.type}")
    if isinstance(action, ToolCall) and not answer.unoffered and action.name not in _schemas(system):
        raise mock_error(f"the tool {action.name} is needed, and the request does not offer it")
    return action


def _closing(action: Terminate) -> str:
    return action.answer or (DONE if action.status == "success" else IMPOSSIBLE)


def _thought(answer: MockAnswer) -> str:
    mark = f"[{answer.mark}]" if answer.mark else ""
    return " ".join(filter(None, (answer.thought, answer.text, mark)))


def _schemas(system: str) -> dict[str, Body]:
    """The parameters of the tools in a prompt, as `describe_tools` writes them, by name."""
    lines = [line for line in system.partition("The tools:\n")[2].splitlines() if line.startswith("{")]
    return {tool["name"]: tool["parameters"] for tool in map(json.loads, lines)}


def _beginning(prompt: str) -> str:
    return prompt.partition("{")[0]
