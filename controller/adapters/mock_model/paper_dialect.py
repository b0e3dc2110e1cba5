"""The paper's protocol on the model's side: reader of prompts, writer of responses; also for a grounding model."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from controller.adapters.mock_model.means import screen_view
from controller.adapters.mock_model.turns import MockAnswer, MockTurn, mock_error
from controller.agents.calls import NoCall
from controller.agents.coordinate_conventions import Convention
from controller.agents.coordinates import CoordinateFrame
from controller.agents.grounding import QUESTION
from controller.agents.paper_protocol.actions import Pixel, Which
from controller.agents.paper_protocol.calls import to_call
from controller.agents.paper_protocol.parse import COMPUTER, ProtocolResponse, write
from controller.core.guest import ToolResult
from controller.models.scaling import ScaledView

_TOOLS = re.compile(r"^<tools>\n(.*?)\n</tools>$", re.DOTALL | re.MULTILINE)
_HISTORY = re.compile(
    r"Steps so far:\n(.*)\n\nSteps left: \d+\.|Previous actions:\n(.*)\nBefore you answer, ", re.DOTALL
)
"""In testbed's form of the prompt, and in the published one."""
_MARK = re.compile(r"\[solve-[0-9a-f]{8}-\d+-\]")
_RESULT = re.compile(r"\n(?:Result|Tool call result): ")
_FAILED = "It failed: "
_FRACTION = re.compile(r"numbers from 0 to (1000|1):")
_CONVENTIONS: dict[str, Convention] = {"1000": "0-1000", "1": "0-1"}
_NATIVE = re.compile(r"the place at pixel \((\d+), (\d+)\)")
"""The element that the mock planner gives to a mock grounding model."""


class PaperDialect:
    """Implements `dialects.Dialect`."""

    def speaks(self, system: str) -> bool:
        return "<tool_call>" in system and COMPUTER in offered_functions(system)

    def turn(self, system: str, turn: MockTurn) -> MockTurn:
        signatures = offered_functions(system)
        actions = signatures[COMPUTER]["parameters"]["properties"]["action"]["enum"]
        history = _HISTORY.search(turn.texts[0]) if turn.texts else None
        return replace(
            turn,
            results=_results(history[1] or history[2] if history else ""),
            memory=turn.texts,  # an unusable response is quoted after the history
            gui="click" in actions,
            tools=frozenset({*signatures} - {COMPUTER}),
            schemas={
                name: signature["parameters"] for name, signature in signatures.items() if name != COMPUTER
            },
            repeats=False,
        )

    def worded(self, system: str, turn: MockTurn, answer: MockAnswer) -> MockAnswer:
        if not answer.actions:
            return answer
        if len(answer.actions) > 1:
            raise mock_error("the paper's protocol has one call per response")
        signatures = offered_functions(system)
        computer = signatures[COMPUTER]
        view = screen_view(turn.pictures, answer.screen)
        in_words = "element" in computer["parameters"]["properties"]

        def say(pixel: Pixel, which: Which) -> dict[str, Any]:
            second = "2" if which == "second" else ""
            if in_words:
                return {f"element{second}": f"the place at pixel ({pixel[0]}, {pixel[1]})"}
            convention = answer.coordinates or _convention(computer["description"])
            return {f"coordinate{second}": _numbers(pixel, view, convention)}

        try:
            name, arguments = to_call(answer.actions[0], say)
        except NoCall as error:
            raise mock_error(str(error)) from error
        if name not in signatures and not answer.unoffered:
            raise mock_error(f"the tool {name} is needed, and the request does not offer it")
        conclusion = " ".join(filter(None, (answer.text, answer.mark and f"[{answer.mark}]")))
        text = write(ProtocolResponse(answer.thought, name, arguments, conclusion))
        return replace(answer, actions=(), text=text, thought="", mark="")


def is_grounding_question(opening: str) -> bool:
    """Whether a request asks a grounding model for a place."""
    return opening.startswith(QUESTION.split("{", 1)[0])


def grounding_answer(turn: MockTurn, screen: tuple[int, int]) -> MockAnswer | None:
    """Answer a question to a grounding model whose element is a pixel, as `PaperDialect` writes it.

    Returns:
        The answer, None for any other request.
    """
    match = _NATIVE.search(turn.opening)
    if match is None or not is_grounding_question(turn.opening):
        return None
    return point_answer(turn, (int(match[1]), int(match[2])), screen)


def point_answer(turn: MockTurn, pixel: Pixel, screen: tuple[int, int] | None = None) -> MockAnswer:
    """Answer a question to a grounding model with a pixel of the screen, by default of the picture."""
    view = screen_view(turn.pictures, screen)
    return MockAnswer(text=json.dumps(_numbers(pixel, view, _convention(turn.opening))))


def offered_functions(system: str) -> dict[str, dict[str, Any]]:
    """The functions in a system prompt, by name."""
    match = _TOOLS.search(system)
    lines = match[1].splitlines() if match else []
    try:
        functions = [json.loads(line)["function"] for line in lines]
    except (ValueError, KeyError, TypeError):
        return {}
    return {function["name"]: function for function in functions}


def _results(history: str) -> tuple[ToolResult, ...]:
    """The result of the last step, if the prompt has it."""
    marks = list(_MARK.finditer(history))
    text = history[marks[-1].end() :] if marks else ""
    begin = _RESULT.match(text)
    if begin is None:
        return ()
    text = text[begin.end() :]
    return (ToolResult(text.removeprefix(_FAILED), is_error=text.startswith(_FAILED)),)


def _numbers(pixel: Pixel, view: ScaledView, convention: Convention) -> list[float]:
    """A pixel as a model of that convention gives it."""
    return [round(number, 4) for number in CoordinateFrame(convention).numbers(*pixel, view)]


def _convention(question: str) -> Convention:
    """The convention that a prompt defines."""
    fraction = _FRACTION.search(question)
    return _CONVENTIONS[fraction[1]] if fraction else "absolute"
