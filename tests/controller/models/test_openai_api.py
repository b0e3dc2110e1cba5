"""API trouble through OpenAI's own SDK: what it becomes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import openai
import pytest

from controller.adapters.mock_model.base import ModelServer
from controller.adapters.mock_model.openai_chat import OpenAIChat
from controller.adapters.mock_model.openai_responses import OpenAIResponses
from controller.adapters.mock_model.openai_rules import KEY
from controller.adapters.mock_model.turns import BrokenBody, ErrorAnswer, ScriptItem
from controller.core.agent import Usage
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.openai_api import (
    KEY_VARIABLE,
    create_completion,
    create_response,
    open_client,
    usage_of,
)
from testbed.errors import AgentError, ModelApiError, TestbedError, UsageError

APIS = ("responses", "chat")


@contextmanager
def connected(monkeypatch: pytest.MonkeyPatch, *script: ScriptItem) -> Iterator[openai.OpenAI]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    model_client = ModelClient(RetryPolicy(attempts=2, first_wait=0.01))
    with ModelServer([OpenAIResponses(KEY), OpenAIChat(KEY)], script) as server:
        yield open_client(model_client, f"{server.url}/v1")
        model_client.close()


def asked(client: openai.OpenAI, api: str, *, first: bool = True) -> dict[str, Any]:
    if api == "chat":
        request: dict[str, Any] = {"model": "gpt-5.4", "messages": [{"role": "user", "content": "go"}]}
        return create_completion(client, request, first=first)
    return create_response(client, {"model": "gpt-5.4", "input": "go"}, first=first)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize(
    ("fault", "first", "kind", "said"),
    [
        (ErrorAnswer(401, "invalid_api_key"), True, UsageError, f"set {KEY_VARIABLE}"),
        (ErrorAnswer(403, "permission_error"), True, UsageError, "permissions"),
        (ErrorAnswer(404, "model_not_found"), True, UsageError, "--model"),
        (ErrorAnswer(400, "unsupported_parameter"), True, UsageError, "--set"),
        (ErrorAnswer(400, "unsupported_parameter"), False, AgentError, "HTTP 400"),
        (ErrorAnswer(400, "context_length_exceeded"), False, AgentError, "no longer fits"),
        (ErrorAnswer(400, "invalid_prompt"), True, AgentError, "refuses to go on (invalid_prompt)"),
        (ErrorAnswer(429, "insufficient_quota"), True, UsageError, "billing"),
        (ErrorAnswer(429, "rate_limit_exceeded"), True, ModelApiError, "after all attempts"),
        (ErrorAnswer(503, "server_error"), True, ModelApiError, "after all attempts"),
    ],
)
def test_refusals_and_trouble(
    api: str,
    fault: ErrorAnswer,
    first: bool,
    kind: type[TestbedError],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with connected(monkeypatch, fault, fault) as client, pytest.raises(kind) as error:
        asked(client, api, first=first)
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
        b'{"output": [{"type": "function_call", "name": "x"}],'
        b' "choices": [{"message": {"tool_calls": [{"id": "a"}]}}]}',
        b'{"output": [{"type": "message", "content": "x"}],'
        b' "choices": [{"message": {"tool_calls": [{"id": "a", "function": {"name": "x"}}]}}]}',
    ],
)
def test_an_answer_of_another_form_is_the_apis_error(
    api: str, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        connected(monkeypatch, BrokenBody(body)) as client,
        pytest.raises(ModelApiError, match="the model API"),
    ):
        asked(client, api)


def test_a_gateway_that_tells_of_trouble_in_a_200(monkeypatch: pytest.MonkeyPatch) -> None:
    body = b'{"id": "x", "choices": [], "error": {"message": "upstream is down", "code": 502}}'
    with (
        connected(monkeypatch, BrokenBody(body)) as client,
        pytest.raises(ModelApiError, match="upstream is down"),
    ):
        asked(client, "chat")


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
