"""Claude's own search for tools: what is offered, what is recorded, and what stays in the conversation."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.agents.briefing import CUT_OFF, EMPTY
from controller.agents.builtin.anthropic.agent import PAUSED, describe
from controller.agents.contract import AgentOptions
from controller.agents.tool_search import MEANS
from controller.core.actions import Click, Terminate, ToolCall
from controller.core.agent import Decision
from controller.core.guest import ToolResult
from plugins.mock_models.anthropic_messages import reply, search, text, think, use
from plugins.mock_models.turns import Body as Block
from plugins.mock_models.turns import BrokenBody
from testbed.errors import AgentError, ModelApiError, UsageError
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE, VOLUME, Begin, Talk, computer

VOLUME_WIRE = "osworld_mcp_os__set_volume"
DONE = reply(use("terminate", {"status": "success"}))
ERRED = ToolResult("no such column", is_error=True)


def searches(decision: Decision) -> Any:
    return decision.details["searches"]


def kinds(talk: Talk) -> list[list[str]]:
    """The kinds of blocks in the model's turns of the last request."""
    messages = talk.server.requests[-1]["messages"]
    return [[block["type"] for block in message["content"]] for message in messages[1::2]]


def test_all_tools_are_deferred_but_the_ending_and_the_computer(begin: Begin) -> None:
    talk = begin(DONE, defer_tools=True)
    decision = talk.act()
    computer_tool, ending, means, *tools = talk.server.requests[0]["tools"]
    assert means == {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
    assert [tool["name"] for tool in tools] == [SORT_WIRE, VOLUME_WIRE]
    assert all(tool["defer_loading"] is True for tool in tools)
    assert not any("defer_loading" in tool for tool in (computer_tool, ending))
    assert MEANS in talk.server.requests[0]["system"][0]["text"]
    assert searches(decision) == []


def test_without_the_filter_nothing_is_deferred(begin: Begin) -> None:
    talk = begin(DONE)
    assert "searches" not in talk.act().details
    assert "defer_loading" not in str(talk.server.requests[0]["tools"])
    assert MEANS not in talk.server.requests[0]["system"][0]["text"]


def test_a_guest_without_tools_needs_no_search(begin: Begin) -> None:
    talk = begin(DONE, defer_tools=True)
    talk.tools = []
    talk.act()
    assert [tool.get("name") for tool in talk.server.requests[0]["tools"]] == [None, "terminate"]


def test_a_tool_that_was_found_is_called_and_the_search_goes_back_unchanged(begin: Begin) -> None:
    blocks = search("sort", SORT_WIRE, VOLUME_WIRE)
    talk = begin(
        reply(think("A tool?"), *blocks, text("I sort."), use(SORT_WIRE, {"column": "A"})),
        reply(use(VOLUME_WIRE)),
        DONE,
        defer_tools=True,
    )
    first = talk.act()
    assert first.actions == (ToolCall(name=SORT.name, arguments={"column": "A"}),)
    assert searches(first) == [{"query": "sort", "found": [SORT.name, VOLUME.name]}]
    assert (first.details["mistakes"], first.details["unknown_tools"]) == ([], [])
    assert [call["name"] for call in first.details["calls"]] == [SORT_WIRE]
    assert first.thought == "A tool?\n\nI sort."
    second = talk.act(OK)
    assert kinds(talk) == [["thinking", "server_tool_use", "tool_search_tool_result", "text", "tool_use"]]
    answer = talk.server.requests[1]["messages"][1]["content"]
    assert answer[1] == {**blocks[0], "id": "srvtoolu_0001_1", "caller": {"type": "direct"}}
    assert answer[2] == {**blocks[1], "tool_use_id": "srvtoolu_0001_1"}
    assert second.actions == (ToolCall(name=VOLUME.name),)
    assert searches(second) == []
    assert talk.server.requests[0]["tools"] == talk.server.requests[1]["tools"]


def test_the_search_by_regular_expressions_is_a_setting(begin: Begin) -> None:
    talk = begin(
        reply(*search("sort.*", SORT_WIRE, regex=True), use(SORT_WIRE)),
        defer_tools=True,
        tool_search="regex",
    )
    assert searches(talk.act()) == [{"query": "sort.*", "found": [SORT.name]}]


def test_more_tools_than_a_search_finds_by_default_are_taken(begin: Begin) -> None:
    talk = begin(reply(*search("x", *[SORT_WIRE, VOLUME_WIRE] * 6), use(SORT_WIRE)), DONE, defer_tools=True)
    assert len(searches(talk.act())[0]["found"]) == 12
    talk.act(OK)


def test_searches_that_find_nothing_or_fail_are_recorded(begin: Begin) -> None:
    talk = begin(
        reply(*search("fly"), *search("(", error="invalid_tool_input"), use(SORT_WIRE)),
        DONE,
        defer_tools=True,
    )
    assert searches(talk.act()) == [
        {"query": "fly", "found": []},
        {"query": "(", "found": [], "error": "invalid_tool_input: scripted"},
    ]
    talk.act(OK)


def test_a_tool_that_is_not_offered_is_cited_no_more(begin: Begin) -> None:
    talk = begin(
        reply(think("Hm."), *search("sort", "nope", SORT_WIRE), think("Yes."), use(SORT_WIRE)),
        reply(computer("wait", duration=1)),
        DONE,
        defer_tools=True,
    )
    assert searches(talk.act()) == [{"query": "sort", "found": [SORT.name], "unknown": ["nope"]}]
    talk.act(OK)
    assert kinds(talk) == [["server_tool_use", "tool_search_tool_result", "tool_use"]]
    content = talk.server.requests[-1]["messages"][1]["content"][1]["content"]
    assert [one["tool_name"] for one in content["tool_references"]] == [SORT_WIRE]
    talk.act(OK)


def test_a_call_of_a_tool_that_there_is_not_is_a_mistake_as_ever(begin: Begin) -> None:
    talk = begin(reply(*search("x", SORT_WIRE), use("nope")), reply(use(SORT_WIRE)), defer_tools=True)
    decision = talk.act()
    assert (decision.details["unknown_tools"], len(decision.details["mistakes"])) == (["nope"], 1)
    assert searches(decision) == [{"query": "x", "found": [SORT.name]}]


def test_a_search_beside_calls_is_answered_with_the_next_answer(begin: Begin) -> None:
    search_use, answered = search("volume", VOLUME_WIRE)
    click = computer("left_click", coordinate=[1, 1])
    talk = begin(
        reply(click, {**search_use, "id": "srvtoolu_late"}),
        reply({**answered, "tool_use_id": "srvtoolu_late"}, use(VOLUME_WIRE)),
        DONE,
        defer_tools=True,
    )
    first = talk.act()
    assert (first.actions, searches(first)) == ((Click(x=1, y=1),), [])
    second = talk.act(OK)
    assert [block["type"] for block in talk.turn] == ["tool_result"]  # words would end the search
    assert searches(second) == [{"query": "volume", "found": [VOLUME.name]}]
    talk.act(OK)
    assert kinds(talk) == [["tool_use", "server_tool_use"], ["tool_search_tool_result", "tool_use"]]


def test_an_open_search_is_given_up_when_more_than_results_must_be_said(begin: Begin) -> None:
    search_use, _ = search("volume")
    talk = begin(
        reply(think("Hm."), use(SORT_WIRE), search_use), reply(use(VOLUME_WIRE)), DONE, defer_tools=True
    )
    talk.act()
    talk.act(ERRED)
    assert [block["type"] for block in talk.turn] == ["tool_result", "image"]
    assert kinds(talk) == [["tool_use"]]
    talk.act(OK)


def test_an_answer_cut_off_gives_up_the_search_before_it(begin: Begin) -> None:
    search_use, answered = search("volume", VOLUME_WIRE)
    talk = begin(
        reply(use(SORT_WIRE), {**search_use, "id": "srvtoolu_late"}),
        reply({**answered, "tool_use_id": "srvtoolu_late"}, stop="max_tokens"),
        DONE,
        defer_tools=True,
    )
    talk.act()
    assert talk.act(OK).actions == (Terminate(status="success"),)
    assert talk.turn[-1]["text"] == CUT_OFF
    assert kinds(talk) == [["tool_use"]]


def test_a_paused_search_goes_on_in_the_same_turn(begin: Begin) -> None:
    search_use, answered = search("sort", SORT_WIRE)
    talk = begin(
        reply(think("Hm."), {**search_use, "id": "srvtoolu_p"}, stop="pause_turn"),
        reply({**answered, "tool_use_id": "srvtoolu_p"}, think("So."), use(SORT_WIRE)),
        DONE,
        defer_tools=True,
    )
    decision = talk.act()
    assert searches(decision) == [{"query": "sort", "found": [SORT.name]}]
    assert PAUSED not in str(talk.server.requests[1]["messages"])
    assert [message["role"] for message in talk.server.requests[1]["messages"]] == ["user", "assistant"]
    talk.act(OK)
    assert kinds(talk) == [["thinking", "server_tool_use", "tool_search_tool_result", "thinking", "tool_use"]]


def test_a_search_alone_stays_in_the_conversation(begin: Begin) -> None:
    talk = begin(reply(*search("sort", SORT_WIRE)), reply(use(SORT_WIRE)), defer_tools=True)
    decision = talk.act()
    assert decision.details["mistakes"] == ["an empty answer"]
    assert searches(decision) == [{"query": "sort", "found": [SORT.name]}]
    assert talk.turn == [text(EMPTY)]


def test_a_search_without_an_end_ends_the_episode(begin: Begin) -> None:
    search_use, _ = search("sort")
    talk = begin(*[reply(search_use)] * 3, defer_tools=True)
    with pytest.raises(AgentError, match="3 answers in a row without a usable action: an empty answer"):
        talk.act()


@pytest.mark.parametrize(
    "content",
    [
        {"type": "tool_search_tool_result", "tool_use_id": "srvtoolu_1", "content": "none"},
        {"type": "tool_search_tool_result", "tool_use_id": 7, "content": {"tool_references": []}},
        {"type": "tool_search_tool_result", "tool_use_id": "x", "content": {"tool_references": [{}]}},
        {"type": "server_tool_use", "id": None, "name": "tool_search_tool_bm25", "input": {}},
    ],
)
def test_a_result_that_is_none_is_the_apis_fault(begin: Begin, content: Block) -> None:
    talk = begin(*[BrokenBody(_message(content))] * 4, defer_tools=True, stream=False)
    with pytest.raises(ModelApiError, match="is not a message"):
        talk.act()


def _message(block: Block) -> bytes:
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5"}
    return json.dumps({**message, "content": [block], "stop_reason": "end_turn", "usage": usage}).encode()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"model": "claude-opus-4-1-20250805"}, "does not support claude-opus-4-1-20250805, which is older"),
        ({"model": "claude-sonnet-4-20250514"}, "older than Claude 4.5"),
        ({"model": "anthropic/claude-3.7-sonnet"}, "older than Claude 4.5"),
        ({"defer_tools": False, "settings": {"tool_search": "bm25"}}, "use --tool-filter search"),
        ({"settings": {"tool_search": "grep"}}, "tool_search"),
    ],
)
def test_what_cannot_be_is_refused_before_a_guest_starts(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        describe(AgentOptions(**{"defer_tools": True, **options}))
