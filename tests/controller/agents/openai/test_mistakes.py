"""Unusable responses with both APIs: the error that the model gets, and when the episode ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from controller.agents.briefing import CUT_OFF, EMPTY
from controller.agents.calls import MAX_MISTAKES, MAX_TEXT
from controller.core.actions import Click, Terminate
from controller.core.guest import Tool
from plugins.mock_models import openai_chat as chat
from plugins.mock_models import openai_responses as responses
from plugins.mock_models.turns import ScriptItem
from testbed.errors import AgentError, ModelApiError, RequestRefusedError, UsageError
from tests.controller.agents.anthropic.talk import OK, SORT_WIRE, VOLUME
from tests.controller.agents.openai.talk import Begin

CLICK = {"type": "click", "button": "left", "x": 1, "y": 1}
APIS = ("responses", "chat")


def called(api: str, name: str, arguments: Any = None) -> ScriptItem:
    if api == "chat":
        return chat.reply(None, chat.call(name, arguments))
    return responses.reply(responses.call(name, arguments))


def text_reply(api: str, text: str | None = None, *, stop: str = "", refusal: str = "") -> ScriptItem:
    if api == "chat":
        stop = {"max_output_tokens": "length"}.get(stop, stop)
        return chat.reply(text, stop=stop, refusal=refusal)
    items = [responses.words(text)] if text is not None else []
    return responses.reply(*items, *([responses.refuse(refusal)] if refusal else []), stop=stop)


def result(item: Mapping[str, Any]) -> str:
    return str(item.get("output") or item.get("content"))


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("no_such_tool", {}, "there is no tool 'no_such_tool' now; tools: terminate"),
        ("terminate", {"status": "maybe"}, "terminate takes"),
        ("terminate", {}, "terminate takes"),
        (SORT_WIRE, '{"column": "B', "the arguments are no JSON"),
        (SORT_WIRE, '["B"]', "must be a JSON object"),
        ("computer_click", {"x": 5000, "y": 1}, "outside the screenshot of 1280 x 720"),
        ("computer_click", {}, "x: is missing"),
    ],
)
def test_a_mistake_is_answered_and_may_be_mended(
    converse: Begin, api: str, name: str, arguments: Any, expected: str
) -> None:
    mended = called(api, "terminate", {"status": "failure"})
    talk = converse(called(api, name, arguments), mended, api=api, computer="functions")
    decision = talk.act(left=9)
    assert decision.actions == (Terminate(status="failure"),)
    assert len(decision.details["mistakes"]) == 1
    assert decision.details["unknown_tools"] == (["no_such_tool"] if name == "no_such_tool" else [])
    assert decision.usage.calls == 2
    wrong, turn = talk.latest
    assert result(wrong).startswith("Error: ")
    assert expected in result(wrong)
    assert [part.get("text") for part in turn["content"]] == ["Steps left: 9."]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "drag", "path": [{"x": 1, "y": 1}]}, "drag: path: should have"),
        ({**CLICK, "x": 5000}, "outside the screenshot of 1280 x 720"),
    ],
)
def test_what_stands_before_a_bad_action_is_done(
    converse: Begin, action: dict[str, Any], expected: str
) -> None:
    bad = responses.reply(responses.computer(CLICK, action, CLICK), responses.call("terminate", {}))
    talk = converse(bad, text_reply("responses", "ok"))
    assert talk.act().actions == (Click(x=1, y=1),)
    talk.act(OK)
    screen, halted, turn = talk.latest
    assert screen["type"] == "computer_call_output"
    assert halted["output"] == "Error: Not executed: a computer call earlier in this turn failed."
    assert expected in turn["content"][0]["text"]


def test_a_batch_of_nothing_but_mistakes_is_shown_the_screen_again(converse: Begin) -> None:
    talk = converse(responses.reply(responses.computer({**CLICK, "y": 720})), text_reply("responses", "ok"))
    assert talk.act().actions == (Terminate(status="success", answer="ok"),)
    screen, turn = talk.latest
    assert screen["output"]["image_url"].startswith("data:image/png")
    assert (
        "Computer call 1: click: the point (1, 720) is outside the screenshot" in turn["content"][0]["text"]
    )


@pytest.mark.parametrize("api", APIS)
def test_mistakes_in_a_row_end_the_episode(converse: Begin, api: str) -> None:
    talk = converse(*[called(api, "nope")] * MAX_MISTAKES, api=api)
    with pytest.raises(
        AgentError, match="3 answers in a row without a usable action: there is no tool 'nope'"
    ):
        talk.act()


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    ("text", "stop", "expected"),
    [("I will now", "max_output_tokens", CUT_OFF), (None, "", EMPTY), ("  ", "", EMPTY)],
)
def test_a_cut_off_or_empty_answer_is_asked_for_again(
    converse: Begin, api: str, text: str | None, stop: str, expected: str
) -> None:
    talk = converse(text_reply(api, text, stop=stop), text_reply(api, "Done."), api=api)
    assert talk.act().actions == (Terminate(status="success", answer="Done."),)
    assert talk.texts[-1] == expected
    roles = [one.get("role") for one in talk.request.get("input") or talk.request["messages"]]
    assert "assistant" not in roles


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"refusal": "I cannot help with that."}, "refused to go on: I cannot help with that."),
        ({"stop": "content_filter"}, "refused to go on: content_filter"),
    ],
)
def test_a_refusal_is_the_agents_error(
    converse: Begin, api: str, item: dict[str, Any], expected: str
) -> None:
    with pytest.raises(AgentError, match=expected):
        converse(text_reply(api, **item), api=api).act()


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("server_error", ModelApiError),
        ("invalid_prompt", RequestRefusedError),
        ("image_too_large", RequestRefusedError),
    ],
)
def test_a_failed_response_is_explained(converse: Begin, code: str, kind: type[Exception]) -> None:
    failed = responses.reply(stop="failed", details={"code": code, "message": "scripted"})
    with pytest.raises(kind, match=rf"\({code}\): scripted"):
        converse(*[failed] * 6).act()


@pytest.mark.parametrize("api", APIS)
def test_too_many_tools_are_refused_with_the_alternatives(converse: Begin, api: str) -> None:
    tools = [Tool(f"os.tool_{number}", "Do.", {"type": "object"}, "os") for number in range(127)]
    talk = converse(api=api, tools=tools)
    with pytest.raises(UsageError, match=r"at most 128\nhint: .*--tool-filter rag .*router.*max_tools"):
        talk.act()
    assert talk.server.raw == []


def test_exactly_as_many_tools_as_the_api_takes(converse: Begin) -> None:
    tools = [Tool(f"os.tool_{number}", "Do.", {"type": "object"}, "os") for number in range(126)]
    talk = converse(text_reply("responses", "ok"), tools=tools)
    talk.act()
    assert len(talk.request["tools"]) == 128


@pytest.mark.parametrize("api", APIS)
def test_a_very_long_text_goes_back_shortened(converse: Begin, api: str) -> None:
    text = "word " * 1_000_000
    sort: ScriptItem = (
        chat.reply(text, chat.call(SORT_WIRE))
        if api == "chat"
        else responses.reply(responses.words(text), responses.call(SORT_WIRE))
    )
    talk = converse(sort, text_reply(api, "ok"), api=api)
    assert "characters cut" in talk.act().thought
    talk.act(OK)
    assert len(talk.server.raw[-1]) < 3 * MAX_TEXT


@pytest.mark.parametrize("api", APIS)
def test_a_tool_no_longer_offered_is_unknown(converse: Begin, api: str) -> None:
    talk = converse(called(api, SORT_WIRE), called(api, SORT_WIRE), text_reply(api, "ok"), api=api)
    talk.act()
    talk.tools = [VOLUME]
    assert talk.act(OK).actions == (Terminate(status="success", answer="ok"),)
    assert "there is no tool" in result(talk.latest[0])
