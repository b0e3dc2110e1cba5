"""Models that complete a text: OpenAI-compatible chat completions, which nearly every server speaks, or Anthropic's
Messages for Claude models."""

from __future__ import annotations

from controller.models.client import ModelClient
from controller.models.completion import Api, Choice, TextModel
from controller.models.completion_chat import ChatModel
from controller.models.completion_messages import MessagesModel
from testbed.errors import UsageError


def open_model(line: ModelClient, agent: str, choice: Choice) -> TextModel:
    """A model on an episode's line. Raises UsageError: no model, no key, or a setting the API has not."""
    if not choice.model:
        raise UsageError(f"the {agent} agent needs a model", hint="name one with --model MODEL")
    if (choice.api or default_api(choice.model)) == "messages":
        return MessagesModel(line, agent, choice)
    return ChatModel(line, agent, choice)


def default_api(model: str) -> Api:
    """The API that serves a model under its own name: `claude-…` is Anthropic's; gateways name it `vendor/claude-…`."""
    return "messages" if model.startswith("claude") else "chat"
