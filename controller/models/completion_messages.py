"""Text completions through Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.core.agent import Usage
from controller.models.anthropic_api import KEY_VARIABLE, check_model, create_message, open_client
from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, Completion, ModelSettings, Stop, encode_image, texts
from controller.models.context_window import ContextWindow
from testbed.errors import ContextWindowError, UsageError

NEEDS = "what the agent sends, such as pictures and effort (`testbed agents check` shows what it takes)"
_STOPS: dict[str | None, Stop] = {
    "max_tokens": "length",
    "refusal": "refusal",
}


class MessagesModel:
    """Implements `TextModel`."""

    def __init__(self, model_client: ModelClient, agent: str, settings: ModelSettings) -> None:
        """Raises UsageError."""
        if settings.temperature not in (None, 1.0):
            raise UsageError(
                f"the Messages API only samples at temperature 1.0, not {settings.temperature:g}",
                hint="omit the temperature, or use --set api=chat with an endpoint that supports it",
            )
        if settings.top_p is not None:
            raise UsageError(
                "the Messages API takes no top_p",
                hint="leave it out, or use --set api=chat with another endpoint",
            )
        if settings.effort in ("none", "minimal"):
            raise UsageError(
                f"the Messages API has no effort {settings.effort!r}",
                hint="use low, medium, high, xhigh or max",
            )
        self._settings = settings
        self._model_client = model_client
        self._variable = settings.key_variable or KEY_VARIABLE
        self._client = open_client(model_client, settings.base_url, agent=agent, variable=self._variable)
        self._has_response = False

    def check_served(self) -> None:
        check_model(self._client, self._model_client, self._settings.model, self._variable)

    def window(self) -> ContextWindow:
        return self._settings.window()

    def complete(self, messages: Sequence[ChatMessage]) -> Completion:
        request: dict[str, Any] = {
            "model": self._settings.model,
            "max_tokens": self._settings.max_tokens,
            "messages": [
                {"role": message.role, "content": [_block(part) for part in message.parts]}
                for message in messages
                if message.role != "system"
            ],
        }
        if system := "\n\n".join(texts(message) for message in messages if message.role == "system"):
            request["system"] = system
        if self._settings.effort:
            request["output_config"] = {"effort": self._settings.effort}
        answer = create_message(
            self._client, request, first=not self._has_response, needs=NEEDS, variable=self._variable
        )
        self._has_response = True
        message, used = answer.message, answer.message.usage
        if message.stop_reason == "model_context_window_exceeded":
            raise ContextWindowError("the request and its answer do not fit the model's context window")
        read, written = used.cache_read_input_tokens or 0, used.cache_creation_input_tokens or 0
        return Completion(
            "\n\n".join(block.text for block in message.content if block.type == "text"),
            Usage(used.input_tokens + read + written, used.output_tokens, read, written, calls=1),
            str(message.model),
            _STOPS.get(message.stop_reason, "end"),
            "\n\n".join(block.thinking for block in message.content if block.type == "thinking"),
            answer.leniencies,
        )


def _block(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    media_type, data = encode_image(part)
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}
