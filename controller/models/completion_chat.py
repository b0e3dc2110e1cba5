"""Text completions through OpenAI-compatible chat completions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, Completion, ModelSettings, Stop, encode_image, texts
from controller.models.openai_api import KEY_VARIABLE, create_completion, is_openai, open_client, usage_of

_STOPS: dict[object, Stop] = {"length": "length", "content_filter": "refusal"}


class ChatModel:
    """Implements `TextModel`."""

    def __init__(self, model_client: ModelClient, agent: str, settings: ModelSettings) -> None:
        """Raises UsageError."""
        self._settings = settings
        self._variable = settings.key_variable or KEY_VARIABLE
        self._client = open_client(model_client, settings.base_url, agent, self._variable)
        # Other servers only know the older name.
        self._limit = "max_completion_tokens" if is_openai(settings.base_url) else "max_tokens"
        self._has_response = False

    def complete(self, messages: Sequence[ChatMessage]) -> Completion:
        request: dict[str, Any] = {
            "model": self._settings.model,
            "messages": [{"role": message.role, "content": _content(message)} for message in messages],
            self._limit: self._settings.max_tokens,
        }
        if self._settings.temperature is not None:
            request["temperature"] = self._settings.temperature
        if self._settings.top_p is not None:
            request["top_p"] = self._settings.top_p
        completion = create_completion(
            self._client, request, first=not self._has_response, needs="pictures", key_variable=self._variable
        )
        self._has_response = True
        return _completion(completion, self._settings.model)


def _content(message: ChatMessage) -> str | list[dict[str, Any]]:
    if all(isinstance(part, str) for part in message.parts):
        return texts(message)
    return [_part(part) for part in message.parts]


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    media_type, data = encode_image(part)
    return {"type": "image_url", "image_url": {"url": f"data:{media_type};base64,{data}"}}


def _completion(data: Mapping[str, Any], model: str) -> Completion:
    choice = data["choices"][0]
    message = choice["message"]
    refusal = message.get("refusal")
    reasoning = message.get("reasoning_content") or message.get("reasoning")
    return Completion(
        message.get("content") or (refusal if isinstance(refusal, str) else ""),
        usage_of(data.get("usage")),
        str(data.get("model") or model),
        "refusal" if refusal else _STOPS.get(choice.get("finish_reason"), "end"),
        reasoning if isinstance(reasoning, str) else "",
    )
