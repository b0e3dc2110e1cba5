"""API trouble through the real SDK: what is tried again, and what it becomes."""

from __future__ import annotations

import socket
import time
from contextlib import closing
from dataclasses import replace

import pytest

from controller.agents.briefing import CUT_OFF, DROPPED, EMPTY, HALTED, OUT_OF_STEPS
from controller.agents.builtin.anthropic.agent import HALTED_COMPUTER, describe
from controller.agents.builtin.anthropic.models import DEFAULT_MODEL
from controller.agents.contract import AgentOptions
from controller.models.anthropic_api import KEY_VARIABLE, create_message, open_client
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from plugins.mock_models.anthropic_messages import (
    INTERNAL,
    OVERLOADED,
    RATE_LIMITED,
    AnthropicServer,
    reply,
    text,
)
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, ScriptItem
from testbed.errors import AgentError, ModelApiError, RequestRefusedError, TestbedError, UsageError
from tests.ports import reserved_port
from tests.waiting import limit

DROPPED_LINE = reply(text("hello"), cut="drop")
REQUEST = {
    "model": DEFAULT_MODEL,
    "max_tokens": 10,
    "messages": [{"role": "user", "content": [text("hi")]}],
}


QUICK = RetryPolicy(attempts=4, first_wait=0.01)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)


def call_model(
    monkeypatch: pytest.MonkeyPatch, *script: ScriptItem, first: bool = True, seconds: float = 20
) -> int:
    """How many tries an answer took."""
    with AnthropicServer(script) as server, closing(ModelClient(QUICK)) as model_client:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with model_client.decision(seconds) as sent:
            create_message(open_client(model_client), REQUEST, first=first)
        assert (sent.calls, sent.retries) == (1, len(server.requests) - 1)
        return len(server.requests)


@pytest.mark.parametrize("trouble", [RATE_LIMITED, OVERLOADED, INTERNAL, DROPPED_LINE])
def test_passing_trouble_is_tried_again(trouble: ScriptItem, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call_model(monkeypatch, trouble, trouble, reply(text("hello"))) == 3


@pytest.mark.parametrize("trouble", [RATE_LIMITED, OVERLOADED, INTERNAL])
def test_lasting_trouble_is_the_apis_error(trouble: ErrorAnswer, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        ModelApiError, match=f"after all attempts. HTTP {trouble.status}: scripted .request req_"
    ):
        call_model(monkeypatch, *[trouble] * QUICK.attempts)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"type": "message", "content": 3}',
        b'{"content": [{}], "usage": {"input_tokens": 1, "output_tokens": 1}}',
        b'{"content": [{"type": "thinking"}], "usage": {"input_tokens": 1, "output_tokens": 1}}',
        b'{"content": [{"type": "text", "text": 3}], "usage": {"input_tokens": 1, "output_tokens": 1}}',
    ],
)
def test_an_answer_that_is_no_message_is_the_apis_error(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelApiError, match="the model API"):
        call_model(monkeypatch, *[BrokenBody(body)] * QUICK.attempts)


@pytest.mark.parametrize(
    ("fault", "kind", "expected"),
    [
        (ErrorAnswer(401, "authentication_error"), UsageError, f"set {KEY_VARIABLE}"),
        (ErrorAnswer(402, "billing_error"), UsageError, "billing"),
        (ErrorAnswer(403, "permission_error"), UsageError, "permissions"),
        (ErrorAnswer(404, "not_found_error"), UsageError, "--model"),
        (ErrorAnswer(400, "invalid_request_error"), UsageError, "--model"),
        (ErrorAnswer(413, "request_too_large"), AgentError, "HTTP 413"),
    ],
)
def test_refusals_are_not_tried_again(
    fault: ErrorAnswer, kind: type[TestbedError], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(kind) as error:
        call_model(monkeypatch, fault)
    assert expected in str(error.value)


def test_a_bad_request_in_mid_episode_is_not_the_models_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RequestRefusedError, match="HTTP 400"):
        call_model(monkeypatch, ErrorAnswer(400, "invalid_request_error"), first=False)


def test_waiting_never_passes_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    start = time.monotonic()
    with pytest.raises(ModelApiError, match="within 400 s: HTTP 429 asked to wait 600 s"):
        call_model(
            monkeypatch, ErrorAnswer(429, "rate_limit_error", headers={"retry-after": "600"}), seconds=400
        )
    assert time.monotonic() - start < limit(30)


def test_a_silent_api_ends_at_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, closing(ModelClient()) as model_client:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        start = time.monotonic()
        with pytest.raises(ModelApiError, match="within 0 s"), model_client.decision(0.3):
            create_message(open_client(model_client), REQUEST, first=True)
        assert time.monotonic() - start < limit(30)


def test_describe_says_what_is_missing_before_any_guest_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    with AnthropicServer([]) as server, closing(ModelClient()) as model_client:
        options = AgentOptions(actions="mcp", base_url=server.url, model_client=model_client)
        card = describe(options)
        assert (card.name, card.model) == ("anthropic", DEFAULT_MODEL)
        assert "no mouse" in card.prompts["system"]
        messages = {CUT_OFF, EMPTY, HALTED, HALTED_COMPUTER, OUT_OF_STEPS, DROPPED}
        assert messages <= set(card.prompts.values())
        with pytest.raises(UsageError, match=r"no model 'claude-nobody'.*\n.*--model MODEL"):
            describe(replace(options, model="claude-nobody"))
        with pytest.raises(UsageError, match="no variant 'fast'"):
            describe(replace(options, variant="fast"))
        monkeypatch.setenv(KEY_VARIABLE, "wrong")
        with pytest.raises(UsageError, match="refuses the key"):
            describe(options)
        monkeypatch.delenv(KEY_VARIABLE)
        with pytest.raises(UsageError, match=rf"{KEY_VARIABLE} is not set.*\n.*--agent oracle"):
            describe(options)


def test_an_api_out_of_reach_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with reserved_port() as port, closing(ModelClient(QUICK)) as model_client:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{port}")
        with pytest.raises(ModelApiError, match="Connection error"):
            describe(AgentOptions(model_client=model_client))
