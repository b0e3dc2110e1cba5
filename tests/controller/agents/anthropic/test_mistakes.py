"""Unusable responses: the error that the model gets, and when the episode ends."""

from __future__ import annotations

import pytest

from controller.agents.briefing import CUT_OFF, EMPTY, HALTED
from controller.agents.builtin.anthropic.results import HALTED_COMPUTER
from controller.agents.calls import MAX_MISTAKES
from controller.core.actions import Click, Terminate
from controller.core.agent import Usage
from plugins.mock_models.anthropic_messages import reply, text, think, use
from plugins.mock_models.turns import Body as Block
from plugins.mock_models.turns import RawAnswer
from testbed.errors import AgentError
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE, VOLUME, Begin, computer, words


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (use("no_such_tool", {}), "there is no tool 'no_such_tool' now; tools: terminate, osworld"),
        (use(SORT.name.replace(".", "-"), {}), "there is no tool"),
        (computer("fly"), "no 'fly'"),
        (computer("left_click", coordinate=[5000, 1]), "outside the screenshot of 1280 x 720"),
        (use("left_click", {"coordinate": [1, 1]}), "there is no tool 'left_click'"),
        (use("terminate", {"status": "maybe"}), "terminate takes"),
        (use("terminate", {}), "terminate takes"),
    ],
)
def test_a_mistake_is_answered_and_may_be_mended(begin: Begin, bad: Block, expected: str) -> None:
    talk = begin(reply(bad, computer("screenshot")), reply(computer("left_click", coordinate=[1, 1])))
    decision = talk.act(left=9)
    assert decision.actions == (Click(x=1, y=1),)
    assert len(decision.details["mistakes"]) == 1
    assert decision.usage == Usage(270, 40, cache_read_tokens=10, cache_write_tokens=60, calls=2)
    wrong, halted = talk.turn
    assert expected in words(wrong)[0]
    assert words(wrong)[1] == "Steps left: 9."
    assert words(halted) == [HALTED_COMPUTER if "toolset_name" in bad else HALTED]


def test_what_stands_before_a_mistake_is_done(begin: Begin) -> None:
    talk = begin(
        reply(computer("left_click", coordinate=[1, 1]), use("nope", {}), computer("type", text="x")),
        reply(text("Done.")),
    )
    assert talk.act().actions == (Click(x=1, y=1),)
    talk.act(OK)
    assert words(talk.turn[0]) == ["Done."]
    assert "no tool 'nope'" in words(talk.turn[1])[0]
    assert words(talk.turn[2]) == [HALTED]


def test_mistakes_in_a_row_end_the_episode(begin: Begin) -> None:
    talk = begin(*[reply(use("nope", {}))] * MAX_MISTAKES)
    with pytest.raises(
        AgentError, match="3 answers in a row without a usable action: there is no tool 'nope'"
    ):
        talk.act()


@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        (reply(text("I will now"), stop="max_tokens"), CUT_OFF),
        (reply(computer("type", text="long"), stop="max_tokens"), CUT_OFF),
        (reply(), EMPTY),
        (reply(think("Hm."), text("  ")), EMPTY),
    ],
)
def test_a_cut_off_or_empty_answer_is_asked_for_again(begin: Begin, bad: RawAnswer, expected: str) -> None:
    talk = begin(bad, reply(computer("left_click", coordinate=[1, 1])), reply(text("Done.")))
    assert talk.act().actions == (Click(x=1, y=1),)
    assert talk.turn[-1]["text"] == expected
    assert len(talk.server.requests[-1]["messages"]) == 1
    talk.act(OK)


def test_cut_off_again_and_again_is_the_agents_error(begin: Begin) -> None:
    talk = begin(*[reply(text("and so"), stop="max_tokens")] * MAX_MISTAKES)
    with pytest.raises(AgentError, match="cut off"):
        talk.act()


def test_a_refusal_is_the_agents_error(begin: Begin) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "not this"}
    with pytest.raises(AgentError, match=r"refused to go on \(cyber\): not this"):
        begin(RawAnswer((), "refusal", details)).act()
    with pytest.raises(AgentError, match=r"refused to go on$"):
        begin(RawAnswer((), "refusal")).act()


def test_a_full_context_is_the_agents_error(begin: Begin) -> None:
    with pytest.raises(AgentError, match="context window"):
        begin(RawAnswer((text("x"),), "model_context_window_exceeded")).act()


def test_a_tool_no_longer_offered_is_unknown(begin: Begin) -> None:
    talk = begin(
        reply(use(SORT_WIRE, {})), reply(use(SORT_WIRE, {})), reply(use("terminate", {"status": "success"}))
    )
    talk.act()
    talk.tools = [VOLUME]
    assert talk.act(OK).actions == (Terminate(status="success"),)
    assert "there is no tool" in words(talk.turn[0])[0]


def test_tools_that_are_not_offered_are_on_record(begin: Begin) -> None:
    talk = begin(
        reply(use("make_note", {})),
        reply(use("os__fly", {})),
        reply(computer("left_click", coordinate=[1, 1])),
    )
    assert talk.act().details["unknown_tools"] == ["make_note", "os.fly"]
