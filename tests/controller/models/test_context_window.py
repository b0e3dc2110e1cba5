"""How APIs say that a conversation is too long, and when one is nearly full."""

from __future__ import annotations

import pytest

from controller.core.agent import Usage
from controller.models.context_window import ContextWindow, window_error
from controller.models.error_mapping import RequestInfo, error_from_status
from testbed.errors import ContextWindowError, RequestRefusedError, UsageError

REFUSALS = {
    "OpenAI": (
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. "
        "Please reduce the length of the messages.",
        8192,
    ),
    "OpenAI's Responses": (
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
        0,
    ),
    "vLLM": (
        "This model's maximum context length is 32768 tokens. However, you requested 33000 tokens (16616 in the "
        "messages, 16384 in the completion).",
        32768,
    ),
    "vLLM, prompt alone": (
        "The decoder prompt (length 40000) is longer than the maximum model length of 32768.",
        32768,
    ),
    "SGLang": ("The input (40000 tokens) is longer than the model's context length (32768 tokens).", 32768),
    "SGLang, requested": (
        "Requested token count exceeds the model's maximum context length of 131072 tokens.",
        131072,
    ),
    "OpenRouter": (
        "This endpoint's maximum context length is 131,072 tokens. However, you requested about 140000 tokens",
        131072,
    ),
    "Mistral": (
        "Prompt contains 35000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        32768,
    ),
    "llama.cpp": (
        "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
        8192,
    ),
    "llama.cpp, older": (
        "the request exceeds the available context size. try increasing the context size",
        0,
    ),
    "Text Generation Inference": (
        "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens",
        4096,
    ),
    "Anthropic": ("prompt is too long: 210000 tokens > 200000 maximum", 200000),
    "Anthropic, with the answer": (
        "input length and `max_tokens` exceed context limit: 190000 + 16384 > 200000, decrease input length or "
        "`max_tokens` and try again",
        200000,
    ),
    "Gemini": (
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
        1048576,
    ),
    "Bedrock": ("Input is too long for requested model.", 0),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_for_the_length_is_recognised(name: str) -> None:
    words, window = REFUSALS[name]
    error = window_error(words)
    assert error is not None
    assert error.window == window
    later = error_from_status(400, words, RequestInfo("m", "KEY", first=False))
    assert isinstance(later, ContextWindowError)
    assert later.window == window


@pytest.mark.parametrize(
    "words",
    [
        "messages.3.content.0.image.source: image exceeds 5 MB maximum",
        "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens",
        "Rate limit reached: maximum 100000 tokens per minute",
        "Invalid 'tools': array too long. Expected an array with maximum length 128",
    ],
)
def test_other_limits_are_none_of_the_window(words: str) -> None:
    assert window_error(words) is None
    later = error_from_status(400, words, RequestInfo("m", "KEY", first=False))
    assert type(later) is RequestRefusedError


def test_a_first_request_that_is_too_long_is_a_matter_of_settings() -> None:
    error = error_from_status(400, REFUSALS["vLLM"][0], RequestInfo("m", "KEY", first=True))
    assert isinstance(error, UsageError)
    assert "--tool-filter" in error.hint


def test_a_request_that_is_too_large_is_too_long() -> None:
    error = error_from_status(413, "request exceeds the maximum size", RequestInfo("m", "KEY", first=False))
    assert isinstance(error, ContextWindowError)


def test_a_window_is_nearly_full_at_four_fifths_of_the_room() -> None:
    window = ContextWindow(32_768, 4_096)
    assert window.room == 28_672
    window.note(Usage(22_000, 937))
    assert not window.is_nearly_full
    window.note(Usage(22_000, 938))
    assert window.is_nearly_full


def test_the_longest_answer_takes_at_most_half_of_the_window() -> None:
    assert ContextWindow(32_768, 30_000).room == 16_384


def test_an_unknown_window_is_never_nearly_full_until_a_refusal_names_it() -> None:
    window = ContextWindow(None, 1_000)
    window.note(Usage(10_000_000, 1))
    assert not window.is_nearly_full
    window.learn(ContextWindowError("too long"))
    assert not window.is_nearly_full
    window.learn(ContextWindowError("too long", window=8_192))
    assert (window.tokens, window.is_nearly_full) == (8_192, True)
