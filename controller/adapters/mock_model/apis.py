"""The vendors whose APIs are served, with the environment variables that point a client at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.adapters.mock_model.anthropic_messages import AnthropicMessages
from controller.adapters.mock_model.base import MockApi
from controller.adapters.mock_model.google_generate import google_apis
from controller.adapters.mock_model.openai_chat import OpenAIChat
from controller.adapters.mock_model.openai_compaction import OpenAICompaction
from controller.adapters.mock_model.openai_responses import OpenAIResponses

ANY_KEY = "mock"


@dataclass(frozen=True, slots=True)
class Vendor:
    """A vendor's APIs, and the environment variables that SDKs and agents read; `base` is appended to the URL."""

    apis: Callable[[], Sequence[MockApi]]
    url_variable: str
    key_variable: str
    base: str = ""

    def environment(self, url: str) -> dict[str, str]:
        """The environment variables to set for a server at `url`."""
        return {self.url_variable: url + self.base, self.key_variable: ANY_KEY}


VENDORS = {
    "anthropic": Vendor(lambda: [AnthropicMessages()], "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    "google": Vendor(google_apis, "GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"),
    "openai": Vendor(
        lambda: [OpenAIResponses(), OpenAIChat(), OpenAICompaction()],
        "OPENAI_BASE_URL",
        "OPENAI_API_KEY",
        base="/v1",
    ),
}
