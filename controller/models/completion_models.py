"""Opens text models: OpenAI-compatible chat completions, which nearly every server supports, or Anthropic's Messages
for Claude models."""

from __future__ import annotations

from controller.models.client import ModelClient
from controller.models.completion import Api, ModelSettings, TextModel
from testbed.errors import UsageError


def open_model(model_client: ModelClient, agent: str, settings: ModelSettings) -> TextModel:
    """Open a model over an episode's model client. Raises UsageError: no model, no key, or an unsupported setting."""
    if not settings.model:
        raise UsageError(f"the {agent} agent needs a model", hint="name one with --model MODEL")
    if api_of(settings) == "messages":
        from controller.models.completion_messages import MessagesModel  # imported late: the SDKs are large

        return MessagesModel(model_client, agent, settings)
    from controller.models.completion_chat import ChatModel

    return ChatModel(model_client, agent, settings)


def api_of(settings: ModelSettings) -> Api:
    """Return the API that a model is called through."""
    return settings.api or default_api(settings.model)


def default_api(model: str) -> Api:
    """Return the API of a model by its name: `claude-…` is Anthropic's; gateways name it `vendor/claude-…`."""
    return "messages" if model.startswith("claude") else "chat"
