"""Calls through Google's own SDK: what is sent and read, and what its errors become."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from controller.core.agent import Usage
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.google_api import (
    KEY_VARIABLE,
    GeminiResponse,
    address,
    check_model,
    generate,
    open_client,
)
from plugins.mock_models.google_generate import GoogleServer, call, reply, think, words
from plugins.mock_models.google_rules import BAD_KEY, KEY
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, ScriptItem
from testbed.errors import AgentError, ModelApiError, RequestRefusedError, TestbedError, UsageError
from tests.controller.models.endpoint import Act, Endpoint, answer

MODEL = "gemini-3.8-flash"
GO: dict[str, Any] = {
    "model": MODEL,
    "contents": [{"role": "user", "parts": [{"text": "go"}]}],
    "generationConfig": {"thinkingConfig": {"includeThoughts": True}},
}


class Asked:
    """A client of the SDK over a model client, and what it records."""

    def __init__(self, url: str) -> None:
        self.lines: list[Any] = []
        recorder = ExchangeRecorder(self.lines.append, lambda _: "image")
        self.model_client = ModelClient(RetryPolicy(attempts=2, first_wait=0.01), recorder)
        self.client = open_client(self.model_client, url)

    def __call__(self, *, first: bool = True, stream: bool = True) -> GeminiResponse:
        return generate(self.client, GO, first=first, stream=stream)


@contextmanager
def connect(monkeypatch: pytest.MonkeyPatch, *script: ScriptItem) -> Iterator[Asked]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with GoogleServer(script) as server:
        asked = Asked(server.url)
        yield asked
        asked.model_client.close()


@pytest.mark.parametrize("stream", [True, False])
def test_a_response_is_the_same_with_and_without_a_stream(
    monkeypatch: pytest.MonkeyPatch, stream: bool
) -> None:
    long = "It goes on and on.\u2028\u2029\x85" * 10
    with connect(monkeypatch, reply(think(long), words(long), call("click", {"x": 1}))) as asked:
        response = asked(stream=stream)
        [line] = asked.lines
    assert response.parts[:2] == [{"text": long, "thought": True}, {"text": long}]
    assert [sorted(part) for part in response.parts[2:]] == [["functionCall", "thoughtSignature"]]
    assert (response.finish, response.model) == ("STOP", MODEL)
    assert response.usage == Usage(135, 20, cache_read_tokens=100, calls=1)
    assert (line["requested_model"], line["served_model"], line["uncounted"]) == (MODEL, MODEL, False)
    assert line["usage"]["output_tokens"] == 20
    method = "streamGenerateContent" if stream else "generateContent"
    assert line["url"].endswith(f"/v1beta/models/{MODEL}:{method}")
    assert KEY not in json.dumps(asked.lines)


FAULTS: list[tuple[ErrorAnswer | BrokenBody, bool, type[TestbedError], str]] = [
    (ErrorAnswer(400, BAD_KEY, "API key not valid."), True, UsageError, f"set {KEY_VARIABLE}"),
    (ErrorAnswer(403, "PERMISSION_DENIED"), True, UsageError, "permission"),
    (ErrorAnswer(404, "NOT_FOUND"), True, UsageError, "--model"),
    (ErrorAnswer(400, "FAILED_PRECONDITION", "Please enable billing."), True, UsageError, "billing"),
    (ErrorAnswer(400, "INVALID_ARGUMENT"), True, UsageError, "--set"),
    (ErrorAnswer(400, "INVALID_ARGUMENT"), False, RequestRefusedError, "HTTP 400"),
    (
        ErrorAnswer(
            400, "INVALID_ARGUMENT", "The input token count exceeds the maximum number of tokens allowed."
        ),
        False,
        AgentError,
        "no longer fits",
    ),
    (
        ErrorAnswer(429, "RESOURCE_EXHAUSTED", headers={"retry-after": "0.01"}),
        True,
        ModelApiError,
        "all attempts",
    ),
    (ErrorAnswer(503, "UNAVAILABLE", headers={"retry-after": "0.01"}), True, ModelApiError, "UNAVAILABLE"),
    (BrokenBody(b"{"), True, ModelApiError, "cannot be read"),
    (BrokenBody(b"[]"), True, ModelApiError, "ended before the answer did"),
    (BrokenBody(b"{}"), True, ModelApiError, "ended before the answer did"),
]


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(("fault", "first", "kind", "said"), FAULTS)
def test_errors_are_mapped(
    monkeypatch: pytest.MonkeyPatch,
    fault: ScriptItem,
    first: bool,
    kind: type[TestbedError],
    said: str,
    stream: bool,
) -> None:
    with connect(monkeypatch, fault, fault) as asked, pytest.raises(kind) as raised:
        asked(first=first, stream=stream)
    assert said in f"{raised.value.message} {raised.value.hint}"


def test_the_model_is_checked_before_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    with connect(monkeypatch) as asked:
        check_model(asked.client, asked.model_client, MODEL)
        with pytest.raises(UsageError, match="has no model 'gemini-nobody'"):
            check_model(asked.client, asked.model_client, "gemini-nobody")
    with GoogleServer([]) as server:
        monkeypatch.setenv(KEY_VARIABLE, "not-the-key-of-anyone")
        stranger = Asked(server.url)
        with pytest.raises(UsageError, match="refuses the key"):
            check_model(stranger.client, stranger.model_client, MODEL)
        stranger.model_client.close()


def test_a_gateway_that_describes_no_models_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    with Endpoint([answer(b"not found", 404)]) as endpoint:
        asked = Asked(endpoint.url)
        check_model(asked.client, asked.model_client, MODEL)
        asked.model_client.close()


WHOLE = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": "ok"}]}, "finishReason": "STOP"}],
    "modelVersion": MODEL,
}
BUSY = {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}


def streamed(*chunks: Any) -> Act:
    body = "".join(f"data: {json.dumps(chunk)}\r\n\r\n" for chunk in chunks)
    return answer(body.encode(), content_type="text/event-stream")


def test_an_error_in_mid_stream_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    begun = {"candidates": [{"content": {"role": "model", "parts": [{"text": "o"}]}}], "modelVersion": MODEL}
    with Endpoint([streamed(begun, BUSY), streamed(WHOLE)]) as endpoint:
        asked = Asked(endpoint.url)
        assert asked().parts == [{"text": "ok"}]
        asked.model_client.close()
    [line] = asked.lines
    assert [attempt["status"] for attempt in line["attempts"]] == [200, 200]
    assert "in mid-answer" in line["attempts"][0]["error"]
    assert line["uncounted"]


def test_the_wait_that_an_error_asks_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    details = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.2s"}]
    full = {"error": {"code": 429, "message": "Quota.", "status": "RESOURCE_EXHAUSTED", "details": details}}
    with Endpoint([answer(json.dumps(full).encode(), 429), streamed(WHOLE)]) as endpoint:
        asked = Asked(endpoint.url)
        assert asked().finish == "STOP"
        asked.model_client.close()
    assert 0.2 <= asked.lines[0]["attempts"][0]["wait"] <= 0.25


def test_the_address_is_the_options_the_environments_or_googles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOOGLE_GEMINI_BASE_URL", raising=False)
    assert address() == "https://generativelanguage.googleapis.com"
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:9/")
    assert address() == "http://127.0.0.1:9"
    assert address("http://127.0.0.1:8") == "http://127.0.0.1:8"
