"""OpenCUA's protocol on the model's side: reader and validator of requests, writer of responses.

Source: xlang-ai/OSWorld, mm_agents/opencua/opencua_agent.py and prompts.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.agents.text_protocols.builtin.pyautogui import program_of
from controller.agents.text_protocols.reading import last_result, read_functions
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
    MouseMove,
    Point,
    Program,
    Screenshot,
    Scroll,
    Terminate,
    ToolCall,
)
from controller.models.scaling import ScaledView
from testbed.errors import UsageError

PICTURES = 3
FACTOR = 28
_OPENINGS = (
    "You are a GUI agent. You are given a task",
    "You are an agent on a computer that has no screen.",
)
_SECOND_PROMPT = "# Step: {step number}"
_TASK = "# Task Instruction:\n"
_RESULT = "# Result of the last step:\n"
_BEFORE_TASK = re.compile(rf"\n+(?={re.escape(_TASK)})")
"""Separates the result and the task in a turn that is one text, as one without a picture is."""
_OWN = "computer."
_PLACE = re.compile(r"pyautogui\.(click|moveTo|dragTo)\((\d+), (\d+)")


def matches(turn: ModelTurn) -> bool:
    return turn.system.startswith(_OPENINGS)


def check_request(body: Mapping[str, Any]) -> None:
    system, *turns = body["messages"]
    [prompt] = texts_of(system)
    if (_SECOND_PROMPT in prompt) != ("72b" in body["model"]):
        raise invalid("The system prompt is that of another size of OpenCUA.", "messages[0].content")
    if f"{_OWN}terminate" not in _functions(prompt):
        raise invalid("The system prompt has no computer.terminate.", "messages[0].content")
    check_roles(body["messages"], systems=1)
    check_alternating(turns)
    check_pictures(turns, PICTURES, FACTOR)
    if f"\n{_TASK}" not in "\n".join(["", *texts_of(turns[-1])]):
        raise invalid("The last turn has no task instruction.", f"messages[{len(turns)}].content")
    for index, message in enumerate(turns, start=1):
        message_text = "\n".join(texts_of(message))
        if message["role"] == "assistant" and not (
            message_text.startswith("# Step ") and "## Action:" in message_text
        ):
            raise invalid(
                "An earlier step is written as '# Step N:' with its action.", f"messages[{index}].content"
            )


def read_request(turn: ModelTurn) -> ModelTurn:
    functions = _functions(turn.system)
    schemas = {name: one["parameters"] for name, one in functions.items() if not name.startswith(_OWN)}
    parts = [part for text in turn.texts for part in _BEFORE_TASK.split(text)]
    return replace(
        turn,
        opening="\n".join((turn.opening, *turn.texts)),  # the task stands in the last turn
        results=last_result(parts, _RESULT),
        memory=(*turn.memory, *turn.texts),  # an unusable response is quoted in the user's turn
        gui=len(functions) - len(schemas) > 1,  # not only computer.terminate
        tools=frozenset(schemas),
        schemas=schemas,
    )


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    view = screen_view(turn.pictures, answer.screen, answer.actions)
    functions = _functions(turn.system)
    for action in answer.actions:
        if isinstance(action, ToolCall) and action.name not in functions and not answer.unoffered:
            raise not_offered(action.name)
    code = "\n".join(code_of(scale_to_view(action, view)) for action in answer.actions)
    kind = "code" if code.startswith(_OWN) else "python"
    thought = answer.thought or "I go on."
    summary = " ".join(filter(None, (answer.text or "Go on.", answer.mark and f"[{answer.mark}]")))
    text = f"## Thought:\n{thought}\n\n## Action:\n{summary}\n\n## Code:\n```{kind}\n{code}\n```"
    return replace(answer, actions=(), text=text, thought="", mark="")


def code_of(action: Action) -> str:
    """Convert an action in the picture's pixels to code. Raises UsageError when there is none for it."""
    match action:
        case ToolCall(name=name, arguments=arguments):
            return f"{name}({_keywords(arguments)})"
        case Terminate(status=status, answer=text):
            return f"{_OWN}terminate({_keywords({'status': status} | ({'answer': text} if text else {}))})"
        case Click(x=x, y=y, button="left", count=3, modifiers=()):
            return f"{_OWN}triple_click(x={x}, y={y})"
        case Screenshot():  # every step shows the screen
            return "time.sleep(0.1)"
    return _PLACE.sub(r"pyautogui.\1(x=\2, y=\3", program_of(action))


def scale_to_view(action: Action, view: ScaledView) -> Action:
    """Convert an action from native pixels to those of the picture."""
    match action:
        case Click(x=x, y=y) | MouseMove(x=x, y=y) | Scroll(x=x, y=y):
            column, row = view.to_view(x, y)
            return action.model_copy(update={"x": column, "y": row})
        case Drag(path=path):
            points = [view.to_view(point.x, point.y) for point in path]
            return action.model_copy(update={"path": tuple(Point(x=x, y=y) for x, y in points)})
        case Program():
            raise UsageError("a program's coordinates cannot be converted")
    return action


def _keywords(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items())


def _functions(system: str) -> dict[str, dict[str, Any]]:
    """The functions in a system prompt, by name."""
    lines = [line.removeprefix("- ") for line in system.splitlines() if line.startswith('- {"name"')]
    return read_functions(lines)


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
    check_request=check_request,
)
