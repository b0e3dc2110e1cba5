"""The mock must refuse what the Chat Completions API refuses, else the agent's tests prove nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from plugins.mock_models.openai_chat_rules import check_request
from plugins.mock_models.turns import ApiError, Body
from tests.plugins.mock_models.openai_requests import data_url, schema

PNG = data_url()
SYSTEM, USER, ASSISTANT, FIRST, SECOND, AFTER = range(6)


def called(name: str) -> Body:
    return {"id": name, "type": "function", "function": {"name": "calc__sort", "arguments": "{}"}}


def valid() -> Body:
    """A request with everything the agent sends."""
    picture = {"type": "image_url", "image_url": {"url": PNG, "detail": "high"}}
    return {
        "model": "gpt-5.4",
        "max_completion_tokens": 100,
        "temperature": 0.5,
        "reasoning_effort": "none",
        "tools": [
            {
                "type": "function",
                "function": {"name": "calc__sort", "description": "d", "parameters": schema()},
            }
        ],
        "messages": [
            {"role": "system", "content": "Do it."},
            {"role": "user", "content": [{"type": "text", "text": "go"}, picture]},
            {"role": "assistant", "content": "So", "tool_calls": [called("a"), called("b")]},
            {"role": "tool", "tool_call_id": "a", "content": "sorted"},
            {"role": "tool", "tool_call_id": "b", "content": [{"type": "text", "text": "sorted"}]},
            {"role": "user", "content": [{"type": "text", "text": "Steps left: 3."}, picture]},
        ],
    }


def check(body: Body) -> ApiError | None:
    try:
        check_request(json.dumps(body).encode())
    except ApiError as error:
        return error
    return None


def test_the_valid_request_is_valid() -> None:
    assert check(valid()) is None


def test_servers_of_open_models_take_more_sampling_parameters() -> None:
    body = {"model": "qwen2.5-vl-72b-instruct", "messages": [{"role": "user", "content": "go"}]}
    assert check({**body, "repetition_penalty": 1.05, "top_k": 20}) is None
    for wrong in ({**valid(), "repetition_penalty": 1.05}, {**body, "top_k": "many"}):
        error = check(wrong)
        assert error is not None and error.status == 400


def message(body: Body, place: int) -> Body:
    return body["messages"][place]  # type: ignore[no-any-return]


def picture(body: Body) -> Body:
    return message(body, USER)["content"][1]  # type: ignore[no-any-return]


def function(body: Body) -> Body:
    return body["tools"][0]["function"]  # type: ignore[no-any-return]


VIOLATIONS: dict[str, tuple[Callable[[Body], Any], str]] = {
    "no messages": (lambda b: b.pop("messages"), "Missing required parameter: 'messages'"),
    "empty messages": (lambda b: b.update(messages=[]), "at least one message"),
    "unknown field": (lambda b: b.update(input=[]), "Unknown parameter: 'input'"),
    "the older limit": (
        lambda b: b.update(max_tokens=b.pop("max_completion_tokens")),
        "Use 'max_completion_tokens' instead",
    ),
    "no tokens": (lambda b: b.update(max_completion_tokens=0), "at least 1"),
    "hot": (lambda b: b.update(temperature=3), "between 0 and 2"),
    "unknown effort": (lambda b: b.update(reasoning_effort="huge"), "reasoning_effort"),
    "usage of no stream": (lambda b: b.update(stream_options={"include_usage": True}), "only allowed when"),
    "two choices": (lambda b: b.update(n=2), "More than one choice"),
    "unknown role": (lambda b: message(b, USER).update(role="boss"), "Invalid value: 'boss'"),
    "unknown field of a message": (lambda b: message(b, USER).update(note="x"), "'messages[1].note'"),
    "empty content": (lambda b: message(b, USER).update(content=[]), "empty array"),
    "nothing said": (lambda b: b["messages"].append({"role": "assistant", "content": None}), "got null"),
    "no calls": (
        lambda b: message(b, AFTER).update(role="assistant", content="x", tool_calls=[]),
        "empty array",
    ),
    "text in responses' form": (
        lambda b: message(b, USER)["content"][0].update(type="input_text"),
        "Invalid value: 'input_text'",
    ),
    "picture in a tool message": (
        lambda b: message(b, SECOND)["content"].append(picture(b)),
        "tool messages take text alone",
    ),
    "picture in the system message": (
        lambda b: message(b, SYSTEM).update(content=[picture(b)]),
        "system messages take text alone",
    ),
    "picture of the assistant": (
        lambda b: message(b, ASSISTANT).update(content=[picture(b)]),
        "assistant messages take text and refusal alone",
    ),
    "unanswered call": (lambda b: b["messages"].pop(SECOND), "did not have response messages: b"),
    "unanswered at the end": (
        lambda b: b.update(messages=b["messages"][: FIRST + 1]),
        "response messages: b",
    ),
    "tool message after another": (
        lambda b: b["messages"].insert(SECOND, message(b, USER)),
        "did not have response messages: b",
    ),
    "answer to nothing": (lambda b: message(b, FIRST).update(tool_call_id="z"), "'z' is none of its calls"),
    "answered twice": (lambda b: message(b, SECOND).update(tool_call_id="a"), "or answered already"),
    "tool message without a call": (lambda b: b["messages"].pop(ASSISTANT), "must be a response to"),
    "same id twice": (lambda b: message(b, ASSISTANT)["tool_calls"][1].update(id="a"), "ids must be unique"),
    "long id": (lambda b: message(b, ASSISTANT)["tool_calls"][1].update(id="x" * 41), "1 to 40"),
    "call without arguments": (
        lambda b: message(b, ASSISTANT)["tool_calls"][0]["function"].pop("arguments"),
        "arguments",
    ),
    "unknown field of a call": (
        lambda b: message(b, ASSISTANT)["tool_calls"][0].update(note="x"),
        "Unknown parameter",
    ),
    "dotted tool name": (lambda b: function(b).update(name="calc.sort"), "does not match pattern"),
    "same tool twice": (lambda b: b["tools"].append(b["tools"][0]), "is not unique"),
    "no tools": (lambda b: b.update(tools=[]), "empty array"),
    "tool in responses' form": (lambda b: b["tools"].append({"type": "function", "name": "x"}), "tools[1]"),
    "the computer tool": (lambda b: b["tools"].append({"type": "computer"}), "tools[1]"),
    "schema without properties": (
        lambda b: function(b)["parameters"].pop("properties"),
        "missing properties",
    ),
    "strict with something optional": (
        lambda b: function(b).update(strict=True, parameters={**schema(), "additionalProperties": False}),
        "Missing 'column'",
    ),
    "too many tools": (
        lambda b: b["tools"].extend({"type": "function", "function": {"name": f"t{n}"}} for n in range(128)),
        "maximum length 128",
    ),
    "picture from the web": (
        lambda b: picture(b)["image_url"].update(url="https://example.org/x.png"),
        "data URL",
    ),
    "no picture": (
        lambda b: picture(b)["image_url"].update(url="data:image/png;base64,aGVsbG8="),
        "unsupported image",
    ),
    "unknown detail": (lambda b: picture(b)["image_url"].update(detail="finest"), "detail"),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_is_a_400(name: str) -> None:
    break_it, expected = VIOLATIONS[name]
    body = copy.deepcopy(valid())
    break_it(body)
    error = check(body)
    assert error is not None
    assert error.status == 400
    assert expected in error.message


BY_MODEL: dict[str, tuple[Body, str]] = {
    "tools with an effort": (
        {"reasoning_effort": "low", "temperature": None},
        "set reasoning_effort to 'none'",
    ),
    "tools without an effort": (
        {"model": "gpt-6.1-terra", "reasoning_effort": None, "temperature": None},
        "Function tools with reasoning_effort are not supported for gpt-6.1-terra",
    ),
    "a model of the Responses API": ({"model": "gpt-5-pro"}, "only supported in v1/responses"),
    "a temperature of a reasoning model": (
        {"model": "gpt-5", "reasoning_effort": "low"},
        "'temperature' is not supported",
    ),
    "the older limit of a deployment": (
        {"model": "my-deployment", "max_tokens": 100, "reasoning_effort": None, "temperature": None},
        "Use 'max_completion_tokens' instead",
    ),
    "images of a model that sees none": (
        {"model": "gpt-3.5-turbo", "reasoning_effort": None},
        "only supported by certain models",
    ),
    "an effort of a model that does not reason": (
        {"model": "gpt-4.1"},
        "'reasoning_effort' is not supported",
    ),
}


@pytest.mark.parametrize("name", BY_MODEL)
def test_what_a_model_refuses(name: str) -> None:
    change, expected = BY_MODEL[name]
    error = check({**valid(), **change})
    assert error is not None
    assert expected in error.message


@pytest.mark.parametrize(
    "change",
    [
        {"model": "gpt-6-luna"},
        {"model": "gpt-5.4", "reasoning_effort": None},
        {
            "model": "gpt-6.1-terra",
            "tools": None,
            "reasoning_effort": "low",
            "temperature": None,
            "messages": [{"role": "user", "content": "go"}],
        },
        {"model": "gpt-5", "reasoning_effort": "low", "temperature": None},
    ],
)
def test_what_a_model_takes(change: Body) -> None:
    assert check({**valid(), **change}) is None


def test_open_models_take_the_older_limit() -> None:
    body = {**valid(), "model": "qwen3-vl-32b-instruct"}
    body.pop("reasoning_effort")
    body["max_tokens"] = body.pop("max_completion_tokens")
    assert check(body) is None
