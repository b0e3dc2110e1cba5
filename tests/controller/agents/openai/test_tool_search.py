"""The Responses API's search for tools: what is offered, what is recorded, and what stays in the conversation."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from controller.agents.briefing import EMPTY
from controller.agents.builtin.openai.agent import describe
from controller.agents.builtin.openai.functions import FUNCTIONS
from controller.agents.contract import AgentOptions
from controller.agents.tool_names import ToolNames, wire_name
from controller.agents.tool_search import MEANS
from controller.core.actions import Click, Terminate, ToolCall
from controller.core.agent import Decision
from controller.models.client import ModelClient
from controller.tool_filter.catalogue import load_catalogue
from plugins.mock_models.openai_responses import call, computer, reason, reply, search, words
from plugins.mock_models.turns import Body, BrokenBody
from testbed.errors import AgentError, ModelApiError, UsageError
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE, VOLUME
from tests.controller.agents.openai.talk import Begin

VOLUME_WIRE = "osworld_mcp_os__set_volume"
CALC, OS = "libreoffice_calc", "os"
DONE = reply(call("terminate", {"status": "success"}))


def load(space: str, *names: str) -> Body:
    functions = [
        {"type": "function", "name": name, "description": "d", "parameters": {}, "defer_loading": True}
        for name in names
    ]
    return {"type": "namespace", "name": space, "description": "d", "tools": functions}


def inside(space: str, name: str, arguments: Any = None) -> Body:
    return call(name, arguments) | {"namespace": space}


def searches(decision: Decision) -> Any:
    return decision.details["searches"]


def test_the_tools_stand_in_namespaces_of_applications(converse: Begin) -> None:
    talk = converse(DONE, defer_tools=True)
    assert searches(talk.act()) == []
    *shown, means, calc, system = talk.request["tools"]
    assert [tool.get("name") for tool in shown] == [None, "terminate"]
    assert means == {"type": "tool_search"}
    assert [(space["name"], space["description"]) for space in (calc, system)] == [
        (CALC, "libreoffice calc: sort_column"),
        (OS, "os: set_volume"),
    ]
    [sort] = calc["tools"]
    assert (sort["name"], sort["defer_loading"]) == (SORT_WIRE, True)
    assert "defer_loading" not in str(shown)
    assert MEANS in talk.request["instructions"]


def test_without_the_filter_nothing_is_deferred(converse: Begin) -> None:
    talk = converse(DONE)
    assert "searches" not in talk.act().details
    assert "defer_loading" not in str(talk.request["tools"])
    assert MEANS not in talk.request["instructions"]


def test_a_guest_without_tools_needs_no_search(converse: Begin) -> None:
    talk = converse(DONE, defer_tools=True, tools=[])
    talk.act()
    assert [tool["type"] for tool in talk.request["tools"]] == ["computer", "function"]


def test_all_the_images_tools_fit_into_a_request(converse: Begin) -> None:
    tools = load_catalogue()
    talk = converse(DONE, defer_tools=True, tools=tools)
    talk.act()
    names = ToolNames(tool.name for tool in tools)
    spaces = [tool for tool in talk.request["tools"] if tool["type"] == "namespace"]
    offered = [function["name"] for space in spaces for function in space["tools"]]
    assert sorted(offered) == sorted(names.all_wire())
    assert len(talk.request["tools"]) == 3 + len(spaces) < 40
    assert max(len(space["tools"]) for space in spaces) < 10
    described = [space["description"] for space in spaces if "transpose_range" in space["description"]]
    assert len(described) == 1
    assert described[0].startswith("libreoffice calc: ")


def test_a_large_namespace_is_split_in_even_parts(converse: Begin) -> None:
    tools = [replace(SORT, name=f"osworld_mcp_libreoffice_calc.tool_{number:02}") for number in range(20)]
    talk = converse(DONE, defer_tools=True, tools=tools)
    talk.act()
    spaces = [tool for tool in talk.request["tools"] if tool["type"] == "namespace"]
    assert [(space["name"], len(space["tools"])) for space in spaces] == [
        (f"{CALC}_1", 6),
        (f"{CALC}_2", 7),
        (f"{CALC}_3", 7),
    ]


def test_a_tool_of_no_application_stands_among_the_others(converse: Begin) -> None:
    talk = converse(DONE, defer_tools=True, tools=[replace(SORT, app=""), replace(VOLUME, app="my app!")])
    talk.act()
    assert [tool["name"] for tool in talk.request["tools"][3:]] == ["my_app_", "others"]


def test_a_function_that_was_loaded_is_called_and_all_goes_back(converse: Begin) -> None:
    items = search(CALC, tools=[load(CALC, SORT_WIRE)])
    talk = converse(
        reply(reason("A tool?"), *items, inside(CALC, SORT_WIRE, {"column": "A"})),
        reply(inside(CALC, SORT_WIRE)),
        DONE,
        defer_tools=True,
    )
    first = talk.act()
    assert first.actions == (ToolCall(name=SORT.name, arguments={"column": "A"}),)
    assert searches(first) == [{"query": CALC, "found": [SORT.name]}]
    assert [use["name"] for use in first.details["calls"]] == [SORT_WIRE]
    assert searches(talk.act(OK)) == []
    _, thought, search_call, output, called, result = talk.request["input"][:6]
    assert [thought["type"], result["type"]] == ["reasoning", "function_call_output"]
    assert search_call["arguments"] == {"paths": [CALC]}
    assert output["tools"] == items[1]["tools"]
    assert (called["name"], called["namespace"]) == (SORT_WIRE, CALC)
    assert "call_id" not in search_call  # an input may not be null
    talk.act(OK)


def test_several_namespaces_are_loaded_by_one_search(converse: Begin) -> None:
    items = search(CALC, OS, tools=[load(CALC, SORT_WIRE), load(OS, VOLUME_WIRE, "nope")])
    talk = converse(reply(*items, inside(CALC, SORT_WIRE), inside(OS, VOLUME_WIRE)), DONE, defer_tools=True)
    decision = talk.act()
    assert decision.actions == (ToolCall(name=SORT.name), ToolCall(name=VOLUME.name))
    assert searches(decision) == [
        {"query": f"{CALC}, {OS}", "found": [SORT.name, VOLUME.name], "unknown": ["nope"]}
    ]
    talk.act(OK, OK)


def test_searches_that_load_nothing_or_break_off_are_recorded(converse: Begin) -> None:
    talk = converse(
        reply(*search("vlc"), *search(CALC, status="incomplete"), computer({"type": "wait"})),
        DONE,
        defer_tools=True,
    )
    assert searches(talk.act()) == [
        {"query": "vlc", "found": []},
        {"query": CALC, "found": [], "error": "incomplete"},
    ]
    talk.act(OK)


def test_a_search_beside_the_computer_is_no_action(converse: Begin) -> None:
    click = {"type": "click", "button": "left", "x": 1, "y": 2}
    talk = converse(reply(*search(CALC), words("I look."), computer(click)), DONE, defer_tools=True)
    decision = talk.act()
    assert decision.actions == (Click(x=1, y=2),)
    assert decision.thought == "I look."
    talk.act(OK)


def test_a_loaded_function_that_is_not_offered_cannot_be_called(converse: Begin) -> None:
    talk = converse(reply(*search(OS), call("nope")), DONE, defer_tools=True)
    decision = talk.act()
    assert decision.actions == (Terminate(status="success"),)
    assert (decision.details["unknown_tools"], len(decision.details["mistakes"])) == (["nope"], 1)


def test_a_search_alone_stays_in_the_conversation(converse: Begin) -> None:
    items = search(CALC, tools=[load(CALC, SORT_WIRE)])
    talk = converse(reply(*items), reply(inside(CALC, SORT_WIRE)), defer_tools=True)
    decision = talk.act()
    assert decision.details["mistakes"] == ["an empty answer"]
    assert searches(decision) == [{"query": CALC, "found": [SORT.name]}]
    assert [item["type"] for item in talk.request["input"]] == [
        "message",
        "tool_search_call",
        "tool_search_output",
        "message",
    ]
    assert talk.request["input"][-1]["content"][0]["text"] == EMPTY


def test_searches_without_an_end_end_the_episode(converse: Begin) -> None:
    talk = converse(*[reply(*search(CALC))] * 3, defer_tools=True)
    with pytest.raises(AgentError, match="3 answers in a row without a usable action: an empty answer"):
        talk.act()


@pytest.mark.parametrize("tools", [None, ["x"], [{"type": "namespace", "tools": 3}]])
def test_an_output_that_is_none_is_the_apis_fault(converse: Begin, tools: Any) -> None:
    item = {"type": "tool_search_output", "id": "tso_1", "execution": "server", "tools": tools}
    answer = {"id": "resp_1", "object": "response", "status": "completed", "model": "m", "output": [item]}
    talk = converse(*[BrokenBody(json.dumps(answer).encode())] * 4, defer_tools=True)
    with pytest.raises(ModelApiError, match="is not a response"):
        talk.act()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"settings": {"api": "chat"}}, "Chat Completions has no tool search.*\n.*api=responses"),
        ({"model": "qwen3-vl-32b-instruct"}, "Chat Completions has no tool search"),
        ({"model": "gpt-5"}, "gpt-5 has no tool search.*\n.*gpt-6.1-terra"),
        ({"model": "gpt-5.4-nano"}, "gpt-5.4-nano has no tool search"),
        ({"model": "qwen3", "settings": {"api": "responses"}}, "qwen3 has no tool search"),
    ],
)
def test_what_cannot_search_is_refused_before_a_guest_starts(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        describe(AgentOptions(defer_tools=True, **options))


@pytest.mark.parametrize(
    ("most", "options", "hint"),
    [
        (127, {"model": "gpt-5.4"}, "rag or router, or search, or --calling prompt;"),
        (128, {"model": "gpt-5.4", "actions": "mcp"}, "rag or router, or search, or --calling prompt;"),
        (
            128 - len(FUNCTIONS),
            {"model": "gpt-5.4", "settings": {"api": "chat"}},
            "rag or router, or --calling prompt;",
        ),
        (120, {"model": "gpt-4.1", "settings": {"api": "responses"}}, "rag or router, or --calling prompt;"),
        (1, {"model": "gpt-5.4", "settings": {"max_tools": 2}}, "max_tools=N"),
    ],
)
def test_too_many_tools_are_refused_before_a_guest_starts(
    most: int, options: dict[str, Any], hint: str
) -> None:
    with pytest.raises(UsageError, match=f"of the guest.*\n.*{hint}"):
        describe(AgentOptions(max_tools_offered=most, **options))


@pytest.mark.parametrize(
    ("most", "options"),
    [
        (126, {}),
        (127, {"actions": "mcp"}),
        (158, {"settings": {"max_tools": 0}}),
        (158, {"defer_tools": True}),
        (0, {}),
        (0, {"max_tools_headless": 127}),
    ],
)
def test_as_many_as_fit_pass(converse: Begin, most: int, options: dict[str, Any]) -> None:
    converse()  # its server lists the models
    with closing(ModelClient()) as model_client:
        card = describe(
            AgentOptions(model="gpt-5.4", max_tools_offered=most, model_client=model_client, **options)
        )
    assert card.model == "gpt-5.4"


def test_no_name_of_the_image_is_too_long_for_a_namespace() -> None:
    assert all(len(wire_name(tool.name)) <= 64 for tool in load_catalogue())
