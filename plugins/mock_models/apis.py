"""The vendors whose APIs are served, with the environment variables that point a client at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.api import MockApi
from plugins.mock_models.google_generate import google_apis
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_compaction import OpenAICompaction
from plugins.mock_models.openai_responses import OpenAIResponses

ANY_KEY = "mock"


class MakeApis(Protocol):
    """Creates a vendor's APIs; with `any_model` they take models of any name."""

    def __call__(self, *, any_model: bool = False) -> Sequence[MockApi]: ...


@dataclass(frozen=True, slots=True)
class Vendor:
    """A vendor's APIs, and the environment variables that SDKs and agents read; `base` is appended to the URL."""

    apis: MakeApis
    url_variable: str
    key_variable: str
    base: str = ""

    def environment(self, url: str) -> dict[str, str]:
        """The environment variables to set for a server at `url`."""
        return {self.url_variable: url + self.base, self.key_variable: ANY_KEY}


def _anthropic(*, any_model: bool = False) -> Sequence[MockApi]:
    return [AnthropicMessages(any_model=any_model)]


def _google(*, any_model: bool = False) -> Sequence[MockApi]:
    return google_apis(any_model=any_model)


def _openai(*, any_model: bool = False) -> Sequence[MockApi]:
    apis = (OpenAIResponses, OpenAIChat, OpenAICompaction)
    return [api(any_model=any_model) for api in apis]


VENDORS = {
    "anthropic": Vendor(_anthropic, "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    "google": Vendor(_google, "GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"),
    "openai": Vendor(_openai, "OPENAI_BASE_URL", "OPENAI_API_KEY", base="/v1"),
}
