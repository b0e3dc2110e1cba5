"""Text completions through OpenAI-compatible chat completions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.models.chat_parameters import ChatParameters
from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, Completion, ModelSettings, Stop, encode_image, texts
from controller.models.context_window import ContextWindow
from controller.models.image_limits import image_detail
from controller.models.openai_api import (
    KEY_VARIABLE,
    OpenAIAnswer,
    check_model,
    create_completion,
    open_client,
    usage_of,
)
from testbed.errors import UsageError

NEEDS = "what the agent sends, such as pictures (`testbed agents check` shows what it takes)"
_STOPS: dict[object, Stop] = {"length": "length", "content_filter": "refusal"}


class ChatModel:
    """Implements `TextModel`."""

    def __init__(self, model_client: ModelClient, agent: str, settings: ModelSettings) -> None:
        """Raises UsageError."""
        self._settings = settings
        self._model_client = model_client
        self._variable = settings.key_variable or KEY_VARIABLE
        self._client = open_client(model_client, settings.base_url, agent, self._variable)
        self._parameters = ChatParameters(
            settings.model, settings.max_tokens, settings.temperature, settings.effort or None
        )
        self._detail = settings.detail or image_detail(settings.model)
        self._has_response = False

    def check_served(self) -> None:
        check_model(self._client, self._model_client, self._settings.model)

    def window(self) -> ContextWindow:
        return self._settings.window()

    def complete(self, messages: Sequence[ChatMessage]) -> Completion:
        content = [{"role": message.role, "content": _content(message, self._detail)} for message in messages]
        try:
            completion = self._send(content)
        except UsageError as refusal:
            if not self._parameters.adapt(refusal):
                raise
            return self.complete(messages)
        self._has_response = True
        return _completion(completion, self._settings.model)

    def _send(self, messages: list[dict[str, Any]]) -> OpenAIAnswer:
        settings = self._settings
        request = {"model": settings.model, "messages": messages, **self._parameters.fields}
        if settings.top_p is not None:
            request["top_p"] = settings.top_p
        if settings.effort:
            request["reasoning_effort"] = settings.effort
        return create_completion(
            self._client, request, first=not self._has_response, needs=NEEDS, key_variable=self._variable
        )


def _content(message: ChatMessage, detail: str) -> str | list[dict[str, Any]]:
    if all(isinstance(part, str) for part in message.parts):
        return texts(message)
    return [_part(part, detail) for part in message.parts]


def _part(part: str | bytes, detail: str) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    media_type, data = encode_image(part)
    url = {"url": f"data:{media_type};base64,{data}"} | ({"detail": detail} if detail else {})
    return {"type": "image_url", "image_url": url}


def _completion(answer: OpenAIAnswer, model: str) -> Completion:
    data = answer.body
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
        answer.leniencies,
    )
