"""The paper's protocol on the model's side: reader of prompts, writer of responses."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from controller.agents.calls import NoCall
from controller.agents.paper_protocol.actions import Pixel, Which
from controller.agents.paper_protocol.calls import to_call
from controller.agents.paper_protocol.parse import COMPUTER, ProtocolResponse, write
from controller.agents.text_protocols.builtin.grounding import convention_in, element_at, numbers_of
from controller.agents.text_protocols.reading import read_functions, read_result
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import MARK, not_offered, screen_view
from controller.core.guest import ToolResult
from testbed.errors import UsageError

_TOOLS = re.compile(r"^<tools>\n(.*?)\n</tools>$", re.DOTALL | re.MULTILINE)
_HISTORY = re.compile(
    r"Steps so far:\n(.*)\n\nSteps left: \d+\.|Previous actions:\n(.*)\nBefore you answer, ", re.DOTALL
)
"""In testbed's form of the prompt, and in the published one."""
_RESULT = re.compile(r"\n(?:Result|Tool call result): ")
_QWENS = "# Tools\n\nYou "
"""Qwen's own protocol, which has a function of that name too."""


def matches(turn: ModelTurn) -> bool:
    if turn.system.startswith(_QWENS):
        return False
    return "<tool_call>" in turn.system and COMPUTER in read_offered(turn.system)


def read_request(turn: ModelTurn) -> ModelTurn:
    signatures = read_offered(turn.system)
    actions = signatures[COMPUTER]["parameters"]["properties"]["action"]["enum"]
    history = _HISTORY.search(turn.texts[0]) if turn.texts else None
    return replace(
        turn,
        results=_results(history[1] or history[2] if history else ""),
        memory=turn.texts,  # an unusable response is quoted after the history
        gui="click" in actions,
        tools=frozenset({*signatures} - {COMPUTER}),
        schemas={name: signature["parameters"] for name, signature in signatures.items() if name != COMPUTER},
        repeats=False,
    )


def write_answer(turn: ModelTurn, answer: ModelAnswer) -> ModelAnswer:
    if len(answer.actions) > 1:
        raise UsageError("the paper's protocol has one call per response")
    signatures = read_offered(turn.system)
    computer = signatures[COMPUTER]
    view = screen_view(turn.pictures, answer.screen, answer.actions)
    in_words = "element" in computer["parameters"]["properties"]

    def to_arguments(pixel: Pixel, which: Which) -> dict[str, Any]:
        second = "2" if which == "second" else ""
        if in_words:
            return {f"element{second}": element_at(*pixel)}
        convention = answer.coordinates or convention_in(computer["description"])
        return {f"coordinate{second}": numbers_of(pixel, view, convention)}

    try:
        name, arguments = to_call(answer.actions[0], to_arguments)
    except NoCall as error:
        raise UsageError(str(error)) from error
    if name not in signatures and not answer.unoffered:
        raise not_offered(name)
    conclusion = " ".join(filter(None, (answer.text, answer.mark and f"[{answer.mark}]")))
    text = write(ProtocolResponse(answer.thought, name, arguments, conclusion))
    return replace(answer, actions=(), text=text, thought="", mark="")


def read_offered(system: str) -> dict[str, dict[str, Any]]:
    """The functions in a system prompt, by name."""
    match = _TOOLS.search(system)
    return read_functions(match[1].splitlines() if match else ())


def _results(history: str) -> tuple[ToolResult, ...]:
    """The result of the last step, if the prompt has it."""
    marks = list(MARK.finditer(history))
    text = history[marks[-1].end() :] if marks else ""
    begin = _RESULT.match(text)
    if begin is None:
        return ()
    text = text[begin.end() :]
    return (read_result(text),)


TEXT_PROTOCOL = TextProtocolSpec(
    matches=matches,
    read_request=read_request,
    write_answer=write_answer,
)
