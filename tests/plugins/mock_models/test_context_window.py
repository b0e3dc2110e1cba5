"""The mock's context window: what it refuses, in whose words, and what it counts."""

from __future__ import annotations

import pytest

from controller.agents.folding import NOTES_SYSTEM
from controller.models.context_window import window_error
from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.api import MockApi
from plugins.mock_models.context_window import (
    PICTURE_TOKENS,
    count_tokens,
    count_usage,
    notes_answer,
)
from plugins.mock_models.google_generate import google_apis
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.platforms import platform_apis

PICTURE = "iVBORw0KGgo" + "A" * 4_000


def test_texts_count_by_length_and_pictures_are_all_the_same() -> None:
    words = {"messages": [{"role": "user", "content": "word " * 4_000}]}
    assert 5_000 <= count_tokens(words) <= 5_010
    for form in (PICTURE, f"data:image/png;base64,{PICTURE}"):
        assert PICTURE_TOKENS <= count_tokens({"data": form}) <= PICTURE_TOKENS + 10


@pytest.mark.parametrize(
    ("api", "kind", "named"),
    [
        (AnthropicMessages(), "invalid_request_error", True),
        (google_apis()[0], "INVALID_ARGUMENT", True),
        (OpenAIChat(), "context_length_exceeded", True),
        (OpenAIResponses(), "context_length_exceeded", False),
        (platform_apis("bedrock")[0], "invalid_request_error", True),
    ],
)
def test_longer_requests_are_refused_in_the_words_of_the_api(api: MockApi, kind: str, named: bool) -> None:
    refused = api.window_error(4_000, 1_000)
    assert (refused.status, refused.kind) == (400, kind)
    error = window_error(refused.message)
    assert error is not None
    assert error.window == (1_000 if named else 0)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            {"usage": {"input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 5}},
            {"usage": {"input_tokens": 900, "output_tokens": 20, "cache_read_input_tokens": 0}},
        ),
        (
            {"usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}},
            {"usage": {"prompt_tokens": 900, "completion_tokens": 20, "total_tokens": 920}},
        ),
        (
            {"usageMetadata": {"promptTokenCount": 135, "totalTokenCount": 155}},
            {"usageMetadata": {"promptTokenCount": 900, "totalTokenCount": 920}},
        ),
        ({"usage": None}, {"usage": None}),
    ],
)
def test_responses_count_the_tokens_of_their_request(
    message: dict[str, object], expected: dict[str, object]
) -> None:
    counts = message.get("usage")
    before = dict(counts) if isinstance(counts, dict) else None
    count_usage(message, 900)
    assert message == expected
    assert counts == before  # which responses share


def test_requests_for_notes_are_known() -> None:
    answer = notes_answer(NOTES_SYSTEM, {})
    assert answer is not None
    assert answer.text.startswith("Notes of the mock model")
    assert notes_answer("You carry out one task", {}) is None
