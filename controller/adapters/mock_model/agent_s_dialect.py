"""Agent S's protocol on the model's side: the worker's calls, and the answers of manager, translator and reflection."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from controller.adapters.mock_model.paper_dialect import offered_functions
from controller.adapters.mock_model.turns import MockAnswer, MockTurn, mock_error
from controller.agents.builtin.agent_s import prompts
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
from controller.runs.best_of import judge, narrator

_RESULT = re.compile(
    rf"^{re.escape(prompts.RESULT.partition('{')[0])}(.*?)"
    r"(?=\n(?:A reflection on|Your notes|Open windows|Steps left)|\Z)",
    re.DOTALL | re.MULTILINE,
)
_FAILED = "It failed: "
_TASK = re.compile(r"The whole task: (.*?)\n\nYou get a screenshot", re.DOTALL)


def _opening(prompt: str) -> str:
    return prompt.partition("{")[0].partition("\n")[0]


class AgentSDialect:
    """Implements `dialects.Dialect` for the worker."""

    def speaks(self, system: str) -> bool:
        return system.startswith(_opening(prompts.WORKER))

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        result = _RESULT.search("\n".join(turn.texts))
        text = result[1].strip() if result else ""
        functions = offered_functions(system)
        schemas = {name: function["parameters"] for name, function in functions.items()}
        return replace(
            turn,
            opening=system,
            results=(ToolResult(text.removeprefix(_FAILED), is_error=text.startswith(_FAILED)),)
            if text
            else (),
            gui="def click(" in system,
            tools=frozenset(schemas),
            schemas=schemas,
            repeats=False,
        )

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:  # noqa: ARG002
        if not answer.actions:
            return answer
        if len(answer.actions) > 1:
            raise mock_error("Agent S has one call per response")
        [action] = answer.actions
        if (
            isinstance(action, ToolCall)
            and action.name not in offered_functions(system)
            and not answer.unoffered
        ):
            raise mock_error(f"the tool {action.name} is needed, and the request does not offer it")
        text = (
            f"(Previous action verification)\nIt worked as far as the screen shows.\n"
            f"(Screenshot Analysis)\nThe desktop.\n"
            f"(Next Action)\n{answer.text} {answer.thought}{f' [{answer.mark}]' if answer.mark else ''}\n"
            f"(Grounded Action)\n```python\n{call_of(action)}\n```"
        )
        return replace(answer, actions=(), text=text, thought="", mark="")


def role_answer(system: str) -> MockAnswer | None:
    """Answer a request of a role that does not act, those of `testbed best-of` included. None for any other."""
    if system == prompts.TRANSLATOR:
        graph = {"dag": {"nodes": [{"name": "Carry out the task", "info": "all of it"}], "edges": []}}
        return MockAnswer(text=f"<json>\n{json.dumps(graph)}\n</json>")
    if system.startswith(_opening(prompts.REFLECTION)):
        return MockAnswer(text="Case 2. The work goes as it should: go on.")
    if system == narrator.SYSTEM:
        return MockAnswer(text="<thoughts>Hm.</thoughts>\n<answer>\n- The screen changed.\n</answer>")
    if system.startswith(_opening(judge.SYSTEM)):
        return MockAnswer(text="<thoughts>They are alike.</thoughts>\n<answer>1</answer>")
    if system.startswith(_opening(prompts.MANAGER)):
        task = _TASK.search(system)
        return MockAnswer(text=f"1. Carry out the task: {task[1] if task else ''}")
    return None


def call_of(action: Action) -> str:
    """Return an action as a worker's call. Raises ApiError when there is none."""
    match action:
        case ToolCall():
            return f"agent.call_tool({action.name!r}, {action.arguments!r})"
        case Terminate(status="success"):
            return f"agent.done({action.answer!r})" if action.answer else "agent.done()"
        case Terminate():
            return "agent.fail()"
        case Screenshot():
            return "agent.wait(1)"
        case Wait():
            return f"agent.wait({action.seconds:g})"
        case Key():
            return f"agent.hotkey({list(action.keys)!r})"
        case TypeText():
            return f"agent.type(text={action.text!r})"
        case Click():
            held = f", hold_keys={list(action.modifiers)!r}" if action.modifiers else ""
            return f"agent.click({_place(action.x, action.y)}, {action.count}, {action.button!r}{held})"
        case Scroll() if not action.modifiers and not (action.dx and action.dy):
            place = _place(action.x, action.y)
            sideways = f"agent.scroll({place}, {-action.dx}, shift=True)"
            return sideways if action.dx else f"agent.scroll({place}, {-action.dy})"
        case Drag() if len(action.path) == 2 and action.button == "left":
            start, end = (_place(point.x, point.y) for point in action.path)
            held = f", hold_keys={list(action.modifiers)!r}" if action.modifiers else ""
            return f"agent.drag_and_drop({start}, {end}{held})"
    raise mock_error(f"Agent S has no call for {action.type}")


def _place(x: int, y: int) -> str:
    """A description that `paper_dialect.grounding_answer` understands."""
    return f"'the place at pixel ({x}, {y})'"
