"""Answers to the probes of `testbed agents check`."""

from __future__ import annotations

from controller.agents import pointing_check, probes
from controller.agents.text_protocols.builtin.grounding import is_grounding_question, point_answer
from controller.agents.text_protocols.spec import ModelAnswer, ModelTurn, TextProtocolSpec
from controller.agents.text_protocols.writing import screen_view
from controller.core.actions import Click, Screenshot, ToolCall

_NOTES = tuple(ToolCall(name=probes.PROBE_TOOL.name, arguments={"text": text}) for text in "ab")
_THOUGHT = "I do what is asked."
_ANSWERS = {
    probes.TEXT: ModelAnswer(text="ok"),
    probes.PICTURE: ModelAnswer(text="red"),
    probes.CALL: ModelAnswer(_NOTES[:1], thought=_THOUGHT),
    probes.CALL_TWICE: ModelAnswer(_NOTES, thought=_THOUGHT),
    probes.COMPUTER: ModelAnswer((Screenshot(),), thought=_THOUGHT),
}


def reply(turn: ModelTurn) -> ModelAnswer | None:
    if turn.opening == pointing_check.CLICK:
        x, y = _mark(turn)
        return ModelAnswer((Click(x=x, y=y),), text="I click it.", thought=_THOUGHT)
    if is_grounding_question(turn.opening) and pointing_check.ELEMENT in turn.opening:
        return point_answer(turn, _mark(turn))
    if turn.results and turn.opening in (probes.CALL, probes.CALL_TWICE):
        return ModelAnswer(text="ok")
    return _ANSWERS.get(turn.opening)


def _mark(turn: ModelTurn) -> tuple[int, int]:
    view = screen_view(turn.pictures)
    return pointing_check.mark_place(view.width, view.height)


TEXT_PROTOCOL = TextProtocolSpec(reply=reply)
