"""Agent S's protocol on the model's side: the worker's calls, and the answers of manager, translator and reflection."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from controller.agents.builtin.agent_s import prompts
from controller.agents.text_protocols.builtin.grounding import element_at
from controller.agents.text_protocols.builtin.paper import read_offered
from controller.agents.text_protocols.reading import read_result
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import not_offered
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

_RESULT = re.compile(
    rf"^{re.escape(prompts.RESULT.partition('{')[0])}(.*?)"
    r"(?=\n(?:A reflection on|Your notes|Open windows|Steps left)|\Z)",
    re.DOTALL | re.MULTILINE,
)
_TASK = re.compile(r"The whole task: (.*?)\n\nYou get (?:a screenshot|the subtasks)", re.DOTALL)


def _opening(prompt: str) -> str:
    return prompt.partition("{")[0].partition("\n")[0]


def matches(turn: ModelTurn) -> bool:
    return turn.system.startswith((_opening(prompts.WORKER), _opening(prompts.HEADLESS_WORKER)))


def read_request(turn: ModelTurn) -> ModelTurn:
    result = _RESULT.search("\n".join(turn.texts))
    text = result[1].strip() if result else ""
    functions = read_offered(turn.system)
    schemas = {name: function["parameters"] for name, function in functions.items()}
    return replace(
        turn,
        opening=turn.system,
        results=(read_result(text),) if text else (),
        gui="def click(" in turn.system,
        tools=frozenset(schemas),
        schemas=schemas,
        repeats=False,
    )


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    if len(answer.actions) > 1:
        raise UsageError("Agent S has one call per response")
    [action] = answer.actions
    if isinstance(action, ToolCall) and action.name not in read_offered(turn.system) and not answer.unoffered:
        raise not_offered(action.name)
    headless = turn.system.startswith(_opening(prompts.HEADLESS_WORKER))
    analysis = " as far as the screen shows.\n(Screenshot Analysis)\nThe desktop."
    text = (
        f"(Previous action verification)\nIt worked{'.' if headless else analysis}\n"
        f"(Next Action)\n{answer.text} {answer.thought}{f' [{answer.mark}]' if answer.mark else ''}\n"
        f"(Grounded Action)\n```python\n{call_of(action)}\n```"
    )
    return replace(answer, actions=(), text=text, thought="", mark="")


def reply(turn: ModelTurn) -> ModelAnswer | None:
    """Answer a request of a role that does not act."""
    system = turn.system
    if system == prompts.TRANSLATOR:
        graph = {"dag": {"nodes": [{"name": "Carry out the task", "info": "all of it"}], "edges": []}}
        return ModelAnswer(text=f"<json>\n{json.dumps(graph)}\n</json>")
    if system.startswith((_opening(prompts.REFLECTION), _opening(prompts.HEADLESS_REFLECTION))):
        return ModelAnswer(text="Case 2. The work goes as it should: go on.")
    if system.startswith((_opening(prompts.MANAGER), _opening(prompts.HEADLESS_MANAGER))):
        task = _TASK.search(system)
        return ModelAnswer(text=f"1. Carry out the task: {task[1] if task else ''}")
    return None


def call_of(action: Action) -> str:
    """Return an action as a worker's call. Raises UsageError when there is none."""
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
    raise UsageError(f"Agent S has no call for {action.type}")


def _place(x: int, y: int) -> str:
    return repr(element_at(x, y))


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
    reply=reply,
)
