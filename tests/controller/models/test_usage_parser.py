"""What answers say of the model and the tokens."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.core.agent import Usage
from controller.models.exchange import HttpResponse
from controller.models.usage_parser import ParsedUsage, parse_usage

MESSAGES = {
    "model": "claude-x",
    "usage": {
        "input_tokens": 10,
        "output_tokens": 5,
        "cache_read_input_tokens": 100,
        "cache_creation_input_tokens": 20,
    },
}
CHAT = {
    "model": "gpt-x",
    "usage": {
        "prompt_tokens": 130,
        "completion_tokens": 5,
        "prompt_tokens_details": {"cached_tokens": 100, "cache_write_tokens": 20},
    },
}
RESPONSES = {
    "model": "gpt-x",
    "usage": {
        "input_tokens": 130,
        "output_tokens": 5,
        "input_tokens_details": {"cached_tokens": 100, "cache_write_tokens": 20},
    },
}
GEMINI = {
    "modelVersion": "gemini-x",
    "usageMetadata": {
        "promptTokenCount": 110,
        "toolUsePromptTokenCount": 20,
        "cachedContentTokenCount": 100,
        "candidatesTokenCount": 2,
        "thoughtsTokenCount": 3,
    },
}
MALFORMED = {"model": "m", "usage": {"input_tokens": "many", "output_tokens": -3}}
TAKEN = Usage(130, 5, cache_read_tokens=100, cache_write_tokens=20, calls=1)


def whole(said: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(status, {"content-type": "application/json"}, json.dumps(said).encode())


def stream(*events: Any) -> HttpResponse:
    text = "".join(f"event: x\ndata: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    return HttpResponse(200, {"content-type": "text/event-stream; charset=utf-8"}, text.encode())


@pytest.mark.parametrize("said", [MESSAGES, CHAT, RESPONSES])
def test_all_known_apis_are_counted_alike(said: dict[str, Any]) -> None:
    assert parse_usage(whole(said)) == ParsedUsage(said["model"], TAKEN, True)


def test_googles_api_is_counted_with_its_thinking() -> None:
    expected = ParsedUsage("gemini-x", Usage(130, 5, cache_read_tokens=100, calls=1), True)
    assert parse_usage(whole(GEMINI)) == expected
    begun = GEMINI | {"usageMetadata": {"promptTokenCount": 110}}
    assert parse_usage(stream(begun, GEMINI)) == expected


def test_streams_are_counted() -> None:
    started = {
        "type": "message_start",
        "message": MESSAGES | {"usage": MESSAGES["usage"] | {"output_tokens": 1}},
    }
    ended = {"type": "message_delta", "usage": {"output_tokens": 5}}
    assert parse_usage(stream(started, {"type": "ping"}, ended)) == ParsedUsage("claude-x", TAKEN, True)
    chunk = {"model": "gpt-x", "choices": [], "usage": None}
    assert parse_usage(stream(chunk, CHAT)) == ParsedUsage("gpt-x", TAKEN, True)
    created = {"type": "response.created", "response": {"model": "gpt-x", "usage": None}}
    ended = {"type": "response.completed", "response": RESPONSES}
    assert parse_usage(stream(created, ended)) == ParsedUsage("gpt-x", TAKEN, True)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (whole({"model": "m"}), ParsedUsage("m", None, True)),
        (whole({"model": 3, "usage": {}}), ParsedUsage("", None, True)),
        (whole([1]), ParsedUsage()),
        (whole(MESSAGES, 500), ParsedUsage()),
        (HttpResponse(200, {}, b"\xff not json"), ParsedUsage()),
        (whole(MALFORMED), ParsedUsage("m", None, True)),
        (whole({"model": "m", "usage": {"tokens_in": 130, "tokens_out": 5}}), ParsedUsage("m", None, True)),
        (
            whole({"model": "m", "usage": {"prompt_tokens": 130.5, "completion_tokens": 5}}),
            ParsedUsage("m", None, True),
        ),
        (whole({"model": "m", "usage": {"prompt_tokens": 10**400}}), ParsedUsage("m", None, True)),
        (stream({"model": "m", "choices": []}, {"model": "m"}), ParsedUsage("m", None, True)),
        (stream(), ParsedUsage()),
    ],
)
def test_what_is_not_said_is_unknown(answer: HttpResponse, found: ParsedUsage) -> None:
    assert parse_usage(answer) == found
