"""The APIs on cloud platforms answer oddly, and refuse what is too long, as those of their vendors do."""

from __future__ import annotations

import pytest

from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.api import MockApi
from plugins.mock_models.google_generate import google_apis
from plugins.mock_models.odd import make_odd
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_compaction import OpenAICompaction
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.platforms import platform_apis

VENDORS = (AnthropicMessages(), OpenAIChat(), OpenAIResponses(), OpenAICompaction(), *google_apis())


@pytest.mark.parametrize("platform", ["bedrock", "foundry", "azure", "vertex"])
def test_an_api_on_a_platform_is_like_that_of_its_vendor(platform: str) -> None:
    for api in platform_apis(platform):
        vendors: list[MockApi] = [other for other in VENDORS if api.name.startswith(f"{other.name}-")]
        assert vendors
        for other in vendors:
            assert api.odd_form is other.odd_form
            assert api.window_error(9, 8).message == other.window_error(9, 8).message


@pytest.mark.parametrize("api", VENDORS, ids=lambda api: f"{api.name}{api.path}")
def test_every_api_can_answer_with_a_page(api: MockApi) -> None:
    odd = make_odd("page", api.odd_form, {}, api.events, b"", stream=False)
    assert odd.media_type == "text/html" and b"<html" in b"".join(odd.parts).lower()
