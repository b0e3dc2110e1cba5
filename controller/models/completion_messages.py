"""Text completions through Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.core.agent import Usage
from controller.models.anthropic_api import KEY_VARIABLE, ask, open_client
from controller.models.client import ModelClient
from controller.models.completion import Choice, Completion, Message, Stop, encoded, texts
from testbed.errors import UsageError

_STOPS: dict[str | None, Stop] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


class MessagesModel:
    """Implements `TextModel`."""

    def __init__(self, line: ModelClient, agent: str, choice: Choice) -> None:
        """Raises UsageError."""
        if choice.temperature not in (None, 1.0):
            raise UsageError(
                f"the Messages API samples at temperature 1.0 alone, not {choice.temperature:g}",
                hint="leave the temperature out, or use --set api=chat with an endpoint that takes it",
            )
        self._choice = choice
        self._variable = choice.key_variable or KEY_VARIABLE
        self._client = open_client(line, choice.base_url, agent=agent, variable=self._variable)
        self._answered = False

    def complete(self, messages: Sequence[Message]) -> Completion:
        request: dict[str, Any] = {
            "model": self._choice.model,
            "max_tokens": self._choice.max_tokens,
            "messages": [
                {"role": message.role, "content": [_block(part) for part in message.parts]}
                for message in messages
                if message.role != "system"
            ],
        }
        if system := "\n\n".join(texts(message) for message in messages if message.role == "system"):
            request["system"] = system
        answer = ask(
            self._client, request, first=not self._answered, needs="pictures", variable=self._variable
        )
        self._answered = True
        used = answer.usage
        read, written = used.cache_read_input_tokens or 0, used.cache_creation_input_tokens or 0
        return Completion(
            "\n\n".join(block.text for block in answer.content if block.type == "text"),
            Usage(used.input_tokens + read + written, used.output_tokens, read, written, calls=1),
            str(answer.model),
            _STOPS.get(answer.stop_reason, "end"),
            "\n\n".join(block.thinking for block in answer.content if block.type == "thinking"),
        )


def _block(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    media_type, data = encoded(part)
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}
