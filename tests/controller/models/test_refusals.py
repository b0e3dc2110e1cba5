"""Refusals that come as HTTP 400 or 403 in words: none is a mistake of the model, and each names the remedy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, ModelSettings
from controller.models.completion_models import open_model
from controller.models.exchange import RetryPolicy
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_messages import reply as message
from plugins.mock_models.anthropic_rules import KEY as ANTHROPIC_KEY
from plugins.mock_models.openai_chat import ChatServer, reply
from plugins.mock_models.openai_rules import KEY as OPENAI_KEY
from plugins.mock_models.turns import ErrorAnswer
from testbed.errors import AccountError, RequestRefusedError, TestbedError, UsageError

TALK = [ChatMessage("user", ("Go on.",))]
ACCOUNT = [
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade.",
    "Insufficient Balance",
    "You have run out of credits.",
    "This request requires more credits, or fewer max_tokens.",
    "Your account is suspended due to insufficient balance, please recharge your account",
    "You have reached your specified API usage limits. You will regain access on 2026-01-01.",
    "You exceeded your current quota, please check your plan and billing details.",
    "Billing hard limit has been reached",
    "Access denied, please make sure your account is in good standing. Arrearage",
    "Budget has been exceeded! Current cost: 1.2, Max budget: 1.0",
]
CONTENT = [
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    "Input data may contain inappropriate content.",
    "Content Exists Risk",
    'openai/gpt-5 requires moderation on OpenRouter. Your input was flagged for "violence".',
    "Your request was rejected as a result of our safety system.",
]
PICTURES = [
    "At most 1 image(s) may be provided in one request.",
    "At most 1 image(s) may be provided in one prompt.",
    "You set or defaulted to at most one image per request",
    "This model only supports one image per prompt",
    "too many images and documents: 7 + 0 > 5",
]
CAPABILITY = [
    "This model does not support image input",
    "model does not support tools",
    "tool use is not supported by this model",
    "No endpoints found that support image input",
]
OTHER = [
    "messages.3.content: Field required",
    "An assistant message with 'tool_calls' must be followed by tool messages",
    "Conversation roles must alternate user/assistant",
    "scripted",
]
CASES = [
    (text, error, remedy)
    for texts, error, remedy in (
        (ACCOUNT, AccountError, "testbed resume"),
        (CONTENT, RequestRefusedError, "relax its filter"),
        (PICTURES, UsageError, "--set images=1"),
        (["At most 0 image(s) may be provided in one prompt."], UsageError, "--observe a11y"),
        (CAPABILITY, UsageError, "--calling prompt"),
        (OTHER, RequestRefusedError, "--calling"),
    )
    for text in texts
]


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    yield


def refuse(server: AnthropicServer | ChatServer, *, later: bool) -> TestbedError:
    chat = isinstance(server, ChatServer)
    model, url = ("qwen3-vl-32b-instruct", f"{server.url}/v1") if chat else ("claude-sonnet-5-5", server.url)
    client = ModelClient(RetryPolicy(attempts=1))
    try:
        text_model = open_model(client, "paper", ModelSettings(model, url, max_tokens=500))
        if later:
            text_model.complete(TALK)
        with pytest.raises(TestbedError) as error:
            text_model.complete(TALK)
        return error.value
    finally:
        client.close()


@pytest.mark.parametrize("status", [400, 403])
@pytest.mark.parametrize(("text", "kind", "remedy"), CASES)
def test_whose_fault_a_refusal_in_mid_conversation_is(
    text: str, kind: type[TestbedError], remedy: str, status: int
) -> None:
    answer = ErrorAnswer(status, "invalid_request_error", message=text)
    with ChatServer([reply("Yes."), answer]) as server:
        error = refuse(server, later=True)
    assert type(error) is kind
    assert text in error.message and remedy in error.hint


@pytest.mark.parametrize(
    ("text", "kind"),
    [(ACCOUNT[0], AccountError), (CONTENT[0], RequestRefusedError), (PICTURES[0], UsageError)],
)
def test_they_are_read_alike_in_the_messages_api(text: str, kind: type[TestbedError]) -> None:
    answer = ErrorAnswer(400, "invalid_request_error", message=text)
    with AnthropicServer([message({"type": "text", "text": "Yes."}), answer]) as server:
        assert type(refuse(server, later=True)) is kind
    with AnthropicServer([answer]) as server:
        assert type(refuse(server, later=False)) is kind
