"""Agents of text completions ask the endpoint for their models when they describe themselves: before a guest starts."""

from __future__ import annotations

from contextlib import closing

import pytest

from controller.agents.contract import AgentOptions
from controller.agents.registry import load_agent
from controller.models.client import ModelClient
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY as ANTHROPIC_KEY
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_rules import KEY as OPENAI_KEY
from testbed.errors import UsageError

SERVED = "gpt-6.1-terra"


@pytest.mark.parametrize(
    ("agent", "model", "settings"),
    [
        ("paper", "gpt-nobody", {}),
        ("pyautogui", "gpt-nobody", {}),
        ("qwen", "qwen3-vl-nobody", {}),
        ("uitars", "ui-tars-nobody", {"family": "1.5"}),
        ("opencua", "opencua-nobody", {}),
        ("agent_s", "gpt-nobody", {"grounding_model": SERVED}),
        ("grounded", SERVED, {"grounding_model": "g-nobody"}),
    ],
)
def test_a_model_that_is_not_served_is_refused(
    agent: str, model: str, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    with ModelServer([OpenAIChat(OPENAI_KEY)], []) as server, closing(ModelClient()) as client:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        options = AgentOptions(model=model, settings=settings, actions="gui", model_client=client)
        with pytest.raises(UsageError, match=rf"serves no model '[\w.-]*nobody'.*\n.*{SERVED}"):
            load_agent(agent).describe(options)


def test_the_messages_api_is_asked_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", ANTHROPIC_KEY)
    with AnthropicServer([]) as server, closing(ModelClient()) as client:
        options = AgentOptions(model="claude-nobody", base_url=server.url, model_client=client)
        with pytest.raises(UsageError, match="claude-nobody"):
            load_agent("paper").describe(options)
