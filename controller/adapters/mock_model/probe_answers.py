"""Answers to the probes of `testbed agents check`."""

from __future__ import annotations

from controller.adapters.mock_model.means import screen_view
from controller.adapters.mock_model.paper_dialect import is_grounding_question, point_answer
from controller.adapters.mock_model.turns import MockAnswer, MockTurn
from controller.agents import pointing_check, probes
from controller.core.actions import Click, Screenshot, ToolCall

_NOTES = tuple(ToolCall(name=probes.PROBE_TOOL.name, arguments={"text": text}) for text in "ab")
_THOUGHT = "I do what is asked."
_ANSWERS = {
    probes.TEXT: MockAnswer(text="ok"),
    probes.PICTURE: MockAnswer(text="red"),
    probes.CALL: MockAnswer(_NOTES[:1], thought=_THOUGHT),
    probes.CALL_TWICE: MockAnswer(_NOTES, thought=_THOUGHT),
    probes.COMPUTER: MockAnswer((Screenshot(),), thought=_THOUGHT),
}


def probe_answer(turn: MockTurn) -> MockAnswer | None:
    """Return the answer to a probe; None for any other request."""
    if turn.opening == pointing_check.CLICK:
        x, y = _mark(turn)
        return MockAnswer((Click(x=x, y=y),), text="I click it.", thought=_THOUGHT)
    if is_grounding_question(turn.opening) and pointing_check.ELEMENT in turn.opening:
        return point_answer(turn, _mark(turn))
    if turn.results and turn.opening in (probes.CALL, probes.CALL_TWICE):
        return MockAnswer(text="ok")
    return _ANSWERS.get(turn.opening)


def _mark(turn: MockTurn) -> tuple[int, int]:
    view = screen_view(turn.pictures, None)
    return pointing_check.mark_place(view.width, view.height)
