"""How much of a model's context window a conversation fills, and how APIs say that it no longer fits."""

from __future__ import annotations

import re

from controller.core.agent import Usage
from testbed.errors import ContextWindowError

MIN_WINDOW = 4_096
"""The smallest window that can be set, in tokens."""
FULL = 0.8
"""The part of the room for a prompt from which a conversation is near the limit."""
_REFUSALS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"maximum context length (?:is|of) (?P<window>[\d,]+)",  # OpenAI, vLLM, SGLang, DeepSeek, OpenRouter
        r"(?P<window>\d+) maximum context length",  # Mistral
        r"maximum model length of (?P<window>\d+)",  # vLLM
        r"model's (?:maximum )?context length(?: of)? \(?(?P<window>\d+)",  # SGLang
        r"prompt is too long(?:: \d+ tokens > (?P<window>\d+))?",  # Anthropic
        r"exceed context limit: \d+ \+ \d+ > (?P<window>\d+)",  # Anthropic, with max_tokens
        r"maximum number of tokens allowed(?: \((?P<window>\d+))?",  # Gemini
        r"available context size(?: \((?P<window>\d+))?",  # llama.cpp
        r"`max_new_tokens` must be <= (?P<window>\d+)",  # Text Generation Inference
        r"context[ _]length[ _]exceeded|exceeds? the context window|input is too long",  # OpenAI, Bedrock
    )
)


def window_error(explanation: str) -> ContextWindowError | None:
    """Return the error if an API's words say that the conversation does not fit the model's context window."""
    for pattern in _REFUSALS:
        if match := pattern.search(explanation):
            window = match.groupdict().get("window") or "0"
            return ContextWindowError(
                f"the conversation no longer fits the model's context window: {explanation}",
                window=int(window.replace(",", "")),
            )
    return None


class ContextWindow:
    """The window of an episode's model, and what the conversation took of it at the last request."""

    def __init__(self, tokens: int | None, answer: int) -> None:
        """Start with an empty conversation.

        Args:
            tokens: The window in tokens; None when unknown, until a refusal names it.
            answer: The longest answer in tokens. Servers count it as part of the window.
        """
        self._tokens = tokens or 0
        self._answer = answer
        self._used = 0

    @property
    def tokens(self) -> int:
        """The window in tokens, 0 when unknown."""
        return self._tokens

    @property
    def used(self) -> int:
        """Tokens of the last request and its answer."""
        return self._used

    @property
    def room(self) -> int:
        """Tokens that a prompt may have, at least half of the window."""
        return max(self._tokens - self._answer, self._tokens // 2)

    @property
    def is_nearly_full(self) -> bool:
        """Whether the next request may not fit."""
        return 0 < FULL * self.room <= self._used

    def note(self, usage: Usage) -> None:
        """Take in what a request counted."""
        self._used = usage.input_tokens + usage.output_tokens

    def learn(self, refusal: ContextWindowError) -> None:
        """Take in the window that a refusal names."""
        self._tokens = refusal.window or self._tokens
