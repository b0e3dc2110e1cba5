"""Mock of OpenAI's Chat Completions API: complete and streamed responses.

with ChatServer([reply("I click.", call("computer_click", {"x": 3, "y": 4}))]) as server:
    client = OpenAI(api_key=KEY, base_url=f"{server.url}/v1")
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

from plugins.mock_models.base import ModelServer, Script, sse
from plugins.mock_models.model_protocol_rules import check_protocol
from plugins.mock_models.odd_forms import CHAT
from plugins.mock_models.openai_chat_rules import check_request
from plugins.mock_models.openai_models import THINKING
from plugins.mock_models.openai_responses import CHUNK, MAX_CHUNKS, OpenAIModels
from plugins.mock_models.openai_rules import KEY, error_of
from plugins.mock_models.openai_turns import calls_of, pictures_of, turn_of_chat
from plugins.mock_models.turns import ApiError, Body, CutKind, MockAnswer, RawAnswer
from testbed.models import ModelTurn

USAGE: Body = {
    "prompt_tokens": 135,
    "completion_tokens": 20,
    "total_tokens": 155,
    "prompt_tokens_details": {"cached_tokens": 100},
    "completion_tokens_details": {"reasoning_tokens": 12},
}


def reply(
    text: str | None = None,
    *calls: Body,
    stop: str = "",
    refusal: str = "",
    cut: CutKind = "",
    model: str = "",
) -> RawAnswer:
    """An answer with one message.

    Args:
        text: The message's content.
        *calls: The calls (see `call`).
        stop: The finish reason; by default "tool_calls" or "stop".
        refusal: The text of a refusal.
        cut: What happens half-way.
        model: The model named in the response; by default the requested one.
    """
    message: Body = {"content": text}
    if calls:
        message["tool_calls"] = list(calls)
    if refusal:
        message["refusal"] = refusal
    return RawAnswer((message,), stop, cut=cut, model=model)


def call(name: str, arguments: Any = None) -> Body:
    """A function call; arguments given as text are sent unchanged."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return {"type": "function", "function": {"name": name, "arguments": written}}


class OpenAIChat(OpenAIModels):
    """Mock of the Chat Completions API. Implements `MockApi`."""

    name = "openai-chat"
    odd_form = CHAT
    path = "/v1/chat/completions"

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        self.check_key(headers)
        body = check_request(raw, any_model=self._any_model)
        check_protocol(body)
        return body

    def window_error(self, tokens: int, window: int) -> ApiError:
        limit = f"This model's maximum context length is {window} tokens."
        message = f"{limit} However, your messages resulted in {tokens} tokens."
        return ApiError(400, "context_length_exceeded", message)

    def turn(self, body: Body) -> ModelTurn:
        return turn_of_chat(body)

    def message(self, body: Body, answer: MockAnswer | RawAnswer, number: int) -> Body:
        reply = _write_answer(body, answer) if isinstance(answer, MockAnswer) else answer
        message = {"role": "assistant", "refusal": None, **(reply.content[0] if reply.content else {})}
        message.setdefault("content", None)
        if body["model"] in THINKING:
            message.setdefault("reasoning_content", f"I think about request {number}.")
        if message.get("tool_calls"):
            message["tool_calls"] = [
                {"id": f"call_{number:04}_{place}", **made}
                for place, made in enumerate(message["tool_calls"])
            ]
        finish = reply.stop or ("tool_calls" if message.get("tool_calls") else "stop")
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
        # A stream has the usage only on request.
        silent = body.get("stream") and not (body.get("stream_options") or {}).get("include_usage")
        return {
            "id": f"chatcmpl-{number:04}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": reply.model or body["model"],
            "choices": [choice],
            "usage": None if silent else USAGE,
        }

    def events(self, message: Body) -> list[bytes]:
        return [*(sse(chunk) for chunk in _chunks(message)), sse("[DONE]")]

    def error_event(self, error: ApiError) -> bytes:
        return sse(error_of(error))


class ChatServer(ModelServer):
    """Server of the Chat Completions API with a script, for tests."""

    def __init__(self, script: Script) -> None:
        super().__init__([OpenAIChat(KEY)], script)


def _write_answer(body: Body, answer: MockAnswer) -> RawAnswer:
    calls = [
        call(made.name, made.arguments) | ({"id": f"call_{answer.mark}{place}"} if answer.mark else {})
        for place, made in enumerate(calls_of(answer, body, pictures_of(body)))
    ]
    return reply(answer.text or None, *calls, model=answer.model)


def _chunks(message: Body) -> Iterator[Body]:
    choice = message["choices"][0]
    answer = choice["message"]
    yield _chunk(message, {"role": "assistant", "content": "" if answer["content"] is not None else None})
    for field, value in answer.items():
        if field not in ("role", "tool_calls") and value:
            for part in _cut(value) if isinstance(value, str) else [value]:
                yield _chunk(message, {field: part})
    for index, made in enumerate(answer.get("tool_calls") or ()):
        arguments = made["function"].get("arguments")
        whole = not isinstance(arguments, str)  # an odd answer's
        opening = made["function"] if whole else {**made["function"], "arguments": ""}
        yield _chunk(message, {"tool_calls": [{**made, "index": index, "function": opening}]})
        for part in [] if whole else _cut(arguments):
            yield _chunk(message, {"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    yield _chunk(message, {}, choice["finish_reason"])
    if message["usage"] is not None:
        yield {**_chunk(message, {}), "choices": [], "usage": message["usage"]}


def _chunk(message: Body, delta: Body, finish: str | None = None) -> Body:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    common = {field: message[field] for field in ("id", "created", "model")}
    return {**common, "object": "chat.completion.chunk", "choices": [choice]}


def _cut(text: str) -> list[str]:
    size = max(CHUNK, len(text) // MAX_CHUNKS)
    return [text[start : start + size] for start in range(0, len(text), size)]
