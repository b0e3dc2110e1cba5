"""Answers to the probes of `testbed agents check`."""

from __future__ import annotations

from controller.adapters.mock_model.turns import MockAnswer, MockTurn
from controller.agents import probes
from controller.core.actions import Screenshot, ToolCall

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
    if turn.results and turn.opening in (probes.CALL, probes.CALL_TWICE):
        return MockAnswer(text="ok")
    return _ANSWERS.get(turn.opening)
