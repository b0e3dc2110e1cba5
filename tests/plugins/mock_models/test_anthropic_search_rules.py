"""Searches for tools are checked as the Messages API checks them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from plugins.mock_models.anthropic_messages import text
from plugins.mock_models.anthropic_rules import KEY, check_request
from plugins.mock_models.turns import ApiError, Body
from tests.plugins.mock_models.test_anthropic_rules import HEADERS, result

SEARCH = {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
ASKED = {"type": "server_tool_use", "id": "srvtoolu_1", "name": SEARCH["name"], "input": {"query": "sort"}}


def find(*names: str, search: str = "srvtoolu_1") -> Body:
    references = [{"type": "tool_reference", "tool_name": name} for name in names]
    content = {"type": "tool_search_tool_search_result", "tool_references": references}
    return {"type": "tool_search_tool_result", "tool_use_id": search, "content": content}


def use(call: str) -> Body:
    return {"type": "tool_use", "id": call, "name": "sort", "input": {}}


def tool(name: str, **more: Any) -> Body:
    return {"name": name, "description": "d", "input_schema": {"type": "object"}, **more}


def body(*turns: list[Body], **more: Any) -> Body:
    """A request whose turns follow the user's first."""
    roles = ("assistant", "user")
    following = [{"role": roles[index % 2], "content": content} for index, content in enumerate(turns)]
    tools = [SEARCH, tool("end"), tool("sort", defer_loading=True)]
    messages = [{"role": "user", "content": [text("go")]}, *following]
    return {
        "model": "claude-opus-5",
        "max_tokens": 100,
        "tools": tools,
        "messages": messages,
        **more,
    }


def check(request: Body) -> ApiError | None:
    try:
        check_request(json.dumps(request).encode(), HEADERS, KEY)
    except ApiError as error:
        return error
    return None


@pytest.mark.parametrize(
    "turns",
    [
        [],
        [[ASKED, find("sort"), use("a")], [result("a", text("ok"))]],
        [[ASKED, find(), text("Nothing.")], [text("go on")]],
        [[ASKED]],
        [[text("Hm."), ASKED, find("sort")]],
        [[use("a"), ASKED], [result("a", text("ok"))]],
        [[use("a"), ASKED], [result("a", text("ok"))], [find("sort"), use("b")], [result("b", text("ok"))]],
    ],
    ids=["none", "one", "empty", "paused", "paused behind a result", "open", "answered in the next turn"],
)
def test_valid_conversations_are_valid(turns: list[list[Body]]) -> None:
    assert check(body(*turns)) is None


def error_result(code: str) -> Body:
    return {**find(), "content": {"type": "tool_search_tool_result_error", "error_code": code}}


def test_failed_searches_are_part_of_a_conversation() -> None:
    assert check(body([ASKED, error_result("unavailable"), text("Hm.")], [text("go on")])) is None


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ([[ASKED, text("Hm.")], [text("go on")]], "without a corresponding `tool_search_tool_result`"),
        ([[use("a"), ASKED], [result("a"), text("and")]], "without a corresponding"),
        ([[use("a"), ASKED], [result("a")], [use("b")], [result("b")]], "without a corresponding"),
        ([[find("sort"), use("a")], [result("a")]], "unexpected `tool_use_id`"),
        ([[ASKED, find("sort", search="srvtoolu_2"), use("a")], [result("a")]], "unexpected `tool_use_id`"),
        ([[ASKED, find("gone"), use("a")], [result("a")]], "Tool reference 'gone' not found in available"),
        ([[ASKED, find(SEARCH["name"]), use("a")], [result("a")]], "not found in available tools"),
        ([[ASKED, find("sort"), use("a")], [result("a"), result("srvtoolu_1")]], "unexpected `tool_use_id`"),
        ([[{**ASKED, "name": "web_search"}, find("sort"), use("a")], [result("a")]], "is not declared"),
        ([[{**ASKED, "found": 1}, find("sort"), use("a")], [result("a")]], "found"),
        ([[ASKED, {**find("sort"), "more": 1}, use("a")], [result("a")]], "more"),
        ([[ASKED, error_result("bad_luck"), use("a")], [result("a")]], "error_code"),
        ([[text("Hm.")]], "prefill"),
        ([[ASKED, find("sort"), use("a")]], "prefill"),
        ([[use("a")], [result("a"), ASKED]], "not permitted in user"),
    ],
)
def test_broken_conversations_are_refused(turns: list[list[Body]], expected: str) -> None:
    error = check(body(*turns))
    assert error is not None
    assert (error.status, error.kind) == (400, "invalid_request_error")
    assert expected in error.message


def test_a_reference_must_be_one() -> None:
    broken = find("sort")
    broken["content"]["tool_references"][0]["score"] = 1
    error = check(body([ASKED, broken, use("a")], [result("a")]))
    assert error is not None and "tool_references.0" in error.message


TOOLS: dict[str, tuple[Callable[[Body], object], str]] = {
    "all are deferred": (
        lambda b: b.update(tools=[tool("sort", defer_loading=True)]),
        "At least one tool must have defer_loading=false",
    ),
    "a deferred tool is cached": (
        lambda b: b["tools"][2].update(cache_control={"type": "ephemeral"}),
        "Tool 'sort' cannot have both defer_loading=true and cache_control set",
    ),
    "too many are deferred": (
        lambda b: b.update(tools=[SEARCH, *(tool(f"t{n}", defer_loading=True) for n in range(10_001))]),
        "at most 10000",
    ),
    "a search of another name": (lambda b: b["tools"][0].update(name="search"), "tools.0"),
    "a search with parameters": (lambda b: b["tools"][0].update(input_schema={}), "tools.0"),
    "an old version": (lambda b: b["tools"][0].update(type="tool_search_tool_bm25_2024"), "expected tags"),
    "two of a kind": (lambda b: b["tools"].append(SEARCH), "must be unique"),
}


@pytest.mark.parametrize("rule", TOOLS)
def test_tools_are_deferred_by_the_rules(rule: str) -> None:
    break_it, expected = TOOLS[rule]
    request = json.loads(json.dumps(body()))
    break_it(request)
    error = check(request)
    assert error is not None and expected in error.message
