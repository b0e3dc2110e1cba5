"""API trouble through OpenAI's own SDK: what it becomes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import openai
import pytest

from controller.core.agent import Usage
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.openai_api import (
    KEY_VARIABLE,
    check_model,
    create_completion,
    create_response,
    open_client,
    usage_of,
)
from controller.models.openai_stream import response_in
from plugins.mock_models import openai_chat as chat
from plugins.mock_models import openai_responses as responses
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import BrokenBody, CutKind, ErrorAnswer, MockAnswer, ScriptItem
from testbed.errors import AgentError, ModelApiError, RequestRefusedError, TestbedError, UsageError
from tests.controller.models.endpoint import Endpoint, answer

APIS = ("responses", "chat")
WAYS = [(api, stream) for api in APIS for stream in (False, True)]


@contextmanager
def connect(monkeypatch: pytest.MonkeyPatch, *script: ScriptItem) -> Iterator[openai.OpenAI]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    model_client = ModelClient(RetryPolicy(attempts=2, first_wait=0.01))
    with ModelServer([OpenAIResponses(KEY), OpenAIChat(KEY)], script) as server:
        yield open_client(model_client, f"{server.url}/v1")
        model_client.close()


def ask(
    client: openai.OpenAI, api: str, *, first: bool = True, stream: bool = False, **more: Any
) -> dict[str, Any]:
    request: dict[str, Any] = {"model": "gpt-5.4", **({"stream": True} if stream else {}), **more}
    if api == "chat":
        usage = {"stream_options": {"include_usage": True}} if stream else {}
        messages = [{"role": "user", "content": "go"}]
        return create_completion(client, {**request, **usage, "messages": messages}, first=first).body
    return create_response(client, {**request, "input": "go"}, first=first).body


def whole_and_streamed(monkeypatch: pytest.MonkeyPatch, api: str, item: ScriptItem, **more: Any) -> list[Any]:
    """The same answer as JSON and as a stream, without the ids and times that differ."""
    with connect(monkeypatch, item, item) as client:
        answers = [ask(client, api, stream=stream, **more) for stream in (False, True)]
    return [json.loads(re.sub(r"_000\d", "", json.dumps(one))) for one in answers]


TOOL: dict[str, Any] = {
    "name": "go__on",
    "description": "d",
    "parameters": {"type": "object", "properties": {}},
}


def test_a_streamed_response_is_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    item = responses.reply(
        responses.reason("A long thought, in more than one piece of the stream."),
        responses.words("I go on with äöü.\u2028\u2029\x85", "commentary"),
        responses.call("go__on", {"text": "x" * 100}),
    )
    tools = [{"type": "function", "strict": False, **TOOL}]
    whole, streamed = whole_and_streamed(monkeypatch, "responses", item, tools=tools)
    assert abs(whole.pop("created_at") - streamed.pop("created_at")) < 60
    assert streamed == whole
    assert [one["type"] for one in streamed["output"]] == ["reasoning", "message", "function_call"]


def test_a_streamed_completion_is_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [chat.call("go__on", {"text": "x" * 100}), chat.call("go__on")]
    item = chat.reply("I go on with äöü, in more than one piece of the stream.", *calls)
    item.content[0].update(reasoning_content="Hm " * 40, reasoning_details=[{"type": "x", "index": 0}])
    whole, streamed = whole_and_streamed(
        monkeypatch, "chat", item, tools=[{"type": "function", "function": TOOL}]
    )
    assert streamed["usage"] == whole["usage"]
    [choice], [expected] = streamed["choices"], whole["choices"]
    assert choice["finish_reason"] == expected["finish_reason"] == "tool_calls"
    assert choice["message"] == {
        key: value for key, value in expected["message"].items() if value is not None
    }


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("cut", ["drop", "error"])
def test_a_stream_that_breaks_is_retried(api: str, cut: CutKind, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect(monkeypatch, MockAnswer(text="x" * 200, cut=cut), MockAnswer(text="ok")) as client:
        assert "ok" in str(ask(client, api, stream=True))


@pytest.mark.parametrize("api", APIS)
def test_a_stream_that_always_ends_early_is_the_apis_failure(
    api: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = {
        "responses": 'data: {"type": "response.created", "response": {"output": []}}\n\n',
        "chat": 'data: {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "x"}}]}\n\n',
    }[api]
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    model_client = ModelClient(RetryPolicy(attempts=2, first_wait=0.01))
    with Endpoint([answer(event.encode(), content_type="text/event-stream")]) as endpoint:
        client = open_client(model_client, f"{endpoint.url}/v1")
        with pytest.raises(ModelApiError, match="ended before it was complete"):
            ask(client, api, stream=True)
        model_client.close()
    assert len(endpoint.paths) == 2


def test_items_that_the_last_event_leaves_out_are_those_of_the_stream() -> None:
    item = {"type": "message", "content": []}
    events = [
        {"type": "response.created", "response": {"output": []}},
        {"type": "response.output_item.done", "item": item},
        {"type": "response.completed", "response": {"status": "completed", "output": []}},
    ]
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()
    assert response_in(body)["output"] == [item]


@pytest.mark.parametrize("api", APIS)
def test_a_server_may_ignore_that_a_stream_is_requested(api: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = b'{"id": "x", "output": [], "choices": [{"message": {"content": "Hm."}}]}'
    with connect(monkeypatch, BrokenBody(body)) as client:
        assert ask(client, api, stream=True)["id"] == "x"


@pytest.mark.parametrize("api", APIS)
def test_too_many_tools_name_the_remedy(api: str, monkeypatch: pytest.MonkeyPatch) -> None:
    functions = [{**TOOL, "name": f"go_{number}"} for number in range(129)]
    tools = [
        {"type": "function", "function": one}
        if api == "chat"
        else {"type": "function", "strict": False, **one}
        for one in functions
    ]
    with (
        connect(monkeypatch) as client,
        pytest.raises(
            UsageError, match=r"got an array with length 129 .*\nhint: .*--tool-filter rag or router"
        ),
    ):
        ask(client, api, tools=tools)


@pytest.mark.parametrize(("api", "stream"), WAYS)
@pytest.mark.parametrize(
    ("fault", "first", "kind", "said"),
    [
        (ErrorAnswer(401, "invalid_api_key"), True, UsageError, f"set {KEY_VARIABLE}"),
        (ErrorAnswer(403, "permission_error"), True, UsageError, "permissions"),
        (ErrorAnswer(404, "model_not_found"), True, UsageError, "--model"),
        (ErrorAnswer(400, "unsupported_parameter"), True, UsageError, "--set"),
        (ErrorAnswer(400, "unsupported_parameter"), False, RequestRefusedError, "HTTP 400"),
        (ErrorAnswer(400, "context_length_exceeded"), False, AgentError, "no longer fits"),
        (
            ErrorAnswer(400, "invalid_prompt"),
            True,
            RequestRefusedError,
            "refuses to go on, for the content: (invalid_prompt)",
        ),
        (ErrorAnswer(429, "insufficient_quota"), True, UsageError, "billing"),
        (ErrorAnswer(429, "rate_limit_exceeded"), True, ModelApiError, "after all attempts"),
        (ErrorAnswer(503, "server_error"), True, ModelApiError, "after all attempts"),
    ],
)
def test_refusals_and_trouble(
    api: str,
    stream: bool,
    fault: ErrorAnswer,
    first: bool,
    kind: type[TestbedError],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with connect(monkeypatch, fault, fault) as client, pytest.raises(kind) as error:
        ask(client, api, first=first, stream=stream)
    assert said in str(error.value)
    assert "(request req_000" in str(error.value)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'"text"',
        b'{"output": null, "choices": null}',
        b'{"output": {}, "choices": [{}]}',
        b'{"output": [{}], "choices": [{"message": {"content": 3}}]}',
        b'{"output": [3], "choices": [{"message": {"tool_calls": [3]}}]}',
        b'{"output": [{"type": "tool_search_output"}], "choices": [{"message": {"tool_calls": "x"}}]}',
    ],
)
def test_an_answer_of_another_form_is_the_apis_error(
    api: str, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        connect(monkeypatch, BrokenBody(body), BrokenBody(body)) as client,
        pytest.raises(ModelApiError, match="the model API"),
    ):
        ask(client, api)


def test_a_gateway_that_tells_of_trouble_in_a_200(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b'{"id": "x", "choices": [], "error": {"message": "upstream is down", "code": 502}}'
    with (
        connect(monkeypatch, BrokenBody(body), BrokenBody(body)) as client,
        pytest.raises(ModelApiError, match="upstream is down"),
    ):
        ask(client, "chat")


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        (None, Usage(calls=1)),
        ({}, Usage(calls=1)),
        ({"prompt_tokens": 5, "completion_tokens": None}, Usage(5, 0, calls=1)),
        (
            {"prompt_tokens": 5, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 3}},
            Usage(5, 2, 3, calls=1),
        ),
        (
            {
                "input_tokens": 5,
                "output_tokens": 2,
                "input_tokens_details": {"cached_tokens": 3, "cache_write_tokens": 1},
            },
            Usage(5, 2, 3, 1, calls=1),
        ),
        ({"input_tokens": -1, "output_tokens": "2", "input_tokens_details": 7}, Usage(calls=1)),
    ],
)
def test_usage_as_far_as_it_is_told(told: Any, usage: Usage) -> None:
    assert usage_of(told) == usage


@pytest.mark.parametrize(
    ("listed", "is_served"),
    [
        ("*", True),
        ("qwen/*", True),
        ("*/qwen3-vl", True),
        ("qwen/qwen3-vl", True),
        ("vendor/qwen/qwen3-vl", True),
        ("openai/*", False),
        ("qwen/qwen3", False),
        ("qwenXqwen3-vl", False),
    ],
)
def test_wildcards_and_prefixes_of_a_proxy_cover_a_model(
    listed: str, is_served: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    body = json.dumps({"object": "list", "data": [{"id": listed, "object": "model"}]}).encode()
    client = ModelClient(RetryPolicy(attempts=1))
    with Endpoint([answer(body, content_type="application/json")]) as endpoint:
        sdk = open_client(client, f"{endpoint.url}/v1")
        for model in ("qwen/qwen3-vl", "qwen/qwen3-vl:free"):
            if is_served:
                check_model(sdk, client, model)
            else:
                with pytest.raises(UsageError, match="serves no model"):
                    check_model(sdk, client, model)
    client.close()
