"""Searches for tools are checked as the Responses API checks them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from plugins.mock_models.openai_responses import call, search
from plugins.mock_models.openai_responses_rules import check_request, seal
from plugins.mock_models.turns import ApiError, Body
from tests.plugins.mock_models.openai_requests import schema


def function(name: str, **more: Any) -> Body:
    return {"type": "function", "name": name, "parameters": schema(), "strict": False, **more}


LOADED = {"type": "namespace", "name": "calc", "description": "calc: sort"}
SORT = function("sort", defer_loading=True)


def answer(name: str, **more: Any) -> list[Body]:
    made = call(name) | {"call_id": f"c_{name}"} | more
    return [made, {"type": "function_call_output", "call_id": f"c_{name}", "output": "ok"}]


def sent_back(*items: Body) -> list[Body]:
    """Items as an agent sends them back: nothing that is null."""
    return [{name: value for name, value in item.items() if value is not None} for item in items]


def valid() -> Body:
    found = sent_back(*search("calc", tools=[LOADED | {"tools": [SORT]}]))
    return {
        "model": "gpt-5.4",
        "store": False,
        "tools": [
            function("end"),
            {"type": "tool_search"},
            LOADED | {"tools": [SORT, function("look")]},
            function("alone", defer_loading=True),
        ],
        "input": [
            {"role": "user", "content": "go"},
            {"type": "reasoning", "id": "rs_0001", "summary": [], "encrypted_content": seal("rs_0001")},
            *found,
            *answer("sort", namespace="calc"),
            *answer("look", namespace="calc"),
            *answer("alone", namespace="alone"),
            *answer("end"),
            *answer("gone"),
        ],
    }


def check(body: Body) -> ApiError | None:
    try:
        check_request(json.dumps(body).encode(), {})
    except ApiError as error:
        return error
    return None


def test_the_valid_request_is_valid() -> None:
    body = valid()
    body["input"][0]["content"] = [{"type": "input_text", "text": "go"}]
    assert check(body) is None


VIOLATIONS: dict[str, tuple[Callable[[Body], object], str]] = {
    "a namespaced call without it": (
        lambda b: b["input"][4].pop("namespace"),
        "Missing namespace for function_call 'sort'. It does not exist in the default namespace.",
    ),
    "another namespace": (lambda b: b["input"][4].update(namespace="os"), "not exist in namespace 'os'"),
    "a deferred function that stands alone": (
        lambda b: b["input"][8].pop("namespace"),
        "Missing namespace for function_call 'alone'",
    ),
    "nothing to search": (
        lambda b: b.update(tools=[function("end"), {"type": "tool_search"}]),
        "tools.tool_search requires at least one deferred tool.",
    ),
    "deferred without a search": (lambda b: b["tools"].pop(1), "need the tool 'tool_search'"),
    "a model without it": (lambda b: b.update(model="gpt-5"), "'tool_search' is not supported with gpt-5"),
    "two searches": (lambda b: b["tools"].append({"type": "tool_search"}), "Only one tool_search"),
    "a search's setting": (lambda b: b["tools"][1].update(limit=3), "tools[1].limit"),
    "an empty namespace": (lambda b: b["tools"][2].update(tools=[]), "tools[2].tools': empty array"),
    "no description": (lambda b: b["tools"][2].update(description=" "), "tools[2].description"),
    "a bad name": (lambda b: b["tools"][2].update(name="my calc"), "tools[2].name"),
    "two of a name": (lambda b: b["tools"].append(b["tools"][2]), "names of namespaces are not unique"),
    "two functions of a name": (lambda b: b["tools"][2]["tools"].append(SORT), "'sort' is not unique"),
    "a bad schema inside": (
        lambda b: b["tools"][2]["tools"][0].update(parameters={"type": "string"}),
        "Invalid schema for function 'sort'",
    ),
    "an unknown field inside": (lambda b: b["tools"][2]["tools"][0].update(x=1), "tools[2].tools[0]"),
    "too many": (
        lambda b: b["tools"].extend(function(f"f{n}", defer_loading=True) for n in range(125)),
        "got an array with length 129 instead",
    ),
    "a search without what it loaded": (lambda b: b["input"].pop(3), "has no 'tool_search_output'"),
    "what was loaded without the search": (lambda b: b["input"].pop(2), "has no 'tool_search_call'"),
    "a search of the client's": (lambda b: b["input"][2].update(execution="client"), "execution"),
    "an unknown field of a search": (lambda b: b["input"][2].update(created_by="me"), "created_by"),
    "another item's id": (lambda b: b["input"][3].update(id="fc_1"), "begins with 'tso'"),
}


@pytest.mark.parametrize("rule", VIOLATIONS)
def test_a_broken_rule_is_refused(rule: str) -> None:
    break_it, expected = VIOLATIONS[rule]
    body = copy.deepcopy(valid())
    body["input"][0]["content"] = [{"type": "input_text", "text": "go"}]
    break_it(body)
    error = check(body)
    assert error is not None
    assert expected in error.message
