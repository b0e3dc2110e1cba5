"""Text completions through OpenAI-compatible chat completions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.models.client import ModelClient
from controller.models.completion import Choice, Completion, Message, Stop, encoded, texts
from controller.models.openai_api import KEY_VARIABLE, complete, is_openai, open_client, usage_of

_STOPS: dict[object, Stop] = {"length": "length", "content_filter": "refusal"}


class ChatModel:
    """Implements `TextModel`."""

    def __init__(self, line: ModelClient, agent: str, choice: Choice) -> None:
        """Raises UsageError."""
        self._choice = choice
        self._variable = choice.key_variable or KEY_VARIABLE
        self._client = open_client(line, choice.base_url, agent, self._variable)
        # Other servers know the older name alone.
        self._limit = "max_completion_tokens" if is_openai(choice.base_url) else "max_tokens"
        self._answered = False

    def complete(self, messages: Sequence[Message]) -> Completion:
        request: dict[str, Any] = {
            "model": self._choice.model,
            "messages": [{"role": message.role, "content": _content(message)} for message in messages],
            self._limit: self._choice.max_tokens,
        }
        if self._choice.temperature is not None:
            request["temperature"] = self._choice.temperature
        answer = complete(
            self._client, request, first=not self._answered, needs="pictures", key_variable=self._variable
        )
        self._answered = True
        return _completion(answer, self._choice.model)


def _content(message: Message) -> str | list[dict[str, Any]]:
    if all(isinstance(part, str) for part in message.parts):
        return texts(message)
    return [_part(part) for part in message.parts]


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    media_type, data = encoded(part)
    return {"type": "image_url", "image_url": {"url": f"data:{media_type};base64,{data}"}}


def _completion(answer: Mapping[str, Any], model: str) -> Completion:
    choice = answer["choices"][0]
    message = choice["message"]
    refusal = message.get("refusal")
    reasoning = message.get("reasoning_content") or message.get("reasoning")
    return Completion(
        message.get("content") or (refusal if isinstance(refusal, str) else ""),
        usage_of(answer.get("usage")),
        str(answer.get("model") or model),
        "refusal" if refusal else _STOPS.get(choice.get("finish_reason"), "end"),
        reasoning if isinstance(reasoning, str) else "",
    )
