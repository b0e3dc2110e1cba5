"""Mock of Anthropic's Messages API: complete and streamed responses.

with AnthropicServer([reply(use("left_click", {"coordinate": [3, 4]}, "computer"))]) as server:
    client = Anthropic(api_key=KEY, base_url=server.url)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plugins.mock_models.anthropic_compaction import compact
from plugins.mock_models.anthropic_rules import KEY, MODELS, check_headers, check_request, sign
from plugins.mock_models.anthropic_stream import events
from plugins.mock_models.anthropic_turns import turn_of, write_blocks
from plugins.mock_models.base import ModelServer, Script, sse
from plugins.mock_models.odd_forms import MESSAGES
from plugins.mock_models.turns import (
    ApiError,
    Body,
    CutKind,
    ErrorAnswer,
    MockAnswer,
    RawAnswer,
)
from testbed.models import ModelTurn

RATE_LIMITED = ErrorAnswer(429, "rate_limit_error", headers={"retry-after": "0.01"})
OVERLOADED = ErrorAnswer(529, "overloaded_error", headers={"retry-after-ms": "10"})
INTERNAL = ErrorAnswer(500, "api_error", headers={"retry-after-ms": "10"})


def reply(*content: Body, stop: str = "", cut: CutKind = "", model: str = "") -> RawAnswer:
    """An answer with these content blocks."""
    return RawAnswer(content, stop, cut=cut, model=model)


def text(words: str) -> Body:
    return {"type": "text", "text": words}


def think(words: str) -> Body:
    return {"type": "thinking", "thinking": words}


def search(query: str, *tools: str, error: str = "", regex: bool = False) -> tuple[Body, Body]:
    """A tool search and its result: the names of the tools, or an error's code."""
    name, given = ("tool_search_tool_regex", "pattern") if regex else ("tool_search_tool_bm25", "query")
    references = [{"type": "tool_reference", "tool_name": tool} for tool in tools]
    content: Body = {"type": "tool_search_tool_search_result", "tool_references": references}
    if error:
        content = {"type": "tool_search_tool_result_error", "error_code": error, "error_message": "scripted"}
    call: Body = {"type": "server_tool_use", "name": name, "input": {given: query}}
    return call, {"type": "tool_search_tool_result", "content": content}


def use(name: str, arguments: Any = None, toolset: str | None = None) -> Body:
    block = {"type": "tool_use", "name": name, "input": {} if arguments is None else arguments}
    return block | {"toolset_name": toolset} if toolset else block


class AnthropicMessages:
    """Mock of the Messages API, with any key if `key` is empty. Implements `MockApi`.

    With `any_model` an unknown model has the rules of a stand-in.
    """

    name = "anthropic"
    odd_form = MESSAGES
    path = "/v1/messages"

    def __init__(self, key: str = "", *, any_model: bool = False) -> None:
        self._key = key
        self._any_model = any_model

    def owns(self, headers: Mapping[str, str]) -> bool:
        return "anthropic-version" in headers

    def check_key(self, headers: Mapping[str, str]) -> None:
        check_headers(headers, self._key)

    def window_error(self, tokens: int, window: int) -> ApiError:
        message = f"prompt is too long: {tokens} tokens > {window} maximum"
        return ApiError(400, "invalid_request_error", message)

    def models(self) -> Sequence[str]:
        return MODELS

    def models_body(self, models: Sequence[str]) -> Body:
        data = [self.model_body(model) for model in models]
        return {"data": data, "has_more": False, "first_id": models[0], "last_id": models[-1]}

    def model_body(self, model: str) -> Body:
        return {"type": "model", "id": model, "display_name": model, "created_at": "2026-09-01T00:00:00Z"}

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        return check_request(raw, headers, self._key, any_model=self._any_model)

    def compaction(self, body: Body, number: int) -> Body | None:
        return compact(body, number)

    def turn(self, body: Body) -> ModelTurn:
        return turn_of(body)

    def message(self, body: Body, answer: MockAnswer | RawAnswer, number: int) -> Body:
        blocks = write_blocks(body, answer) if isinstance(answer, MockAnswer) else answer.content
        content = [*_complete(body, blocks, number)]
        stop, details = (answer.stop, answer.details) if isinstance(answer, RawAnswer) else ("", None)
        calls = any(block["type"] == "tool_use" for block in content)
        return {
            "id": f"msg_{number:04}",
            "type": "message",
            "role": "assistant",
            "model": answer.model or body["model"],
            "content": content,
            "stop_reason": stop or ("tool_use" if calls else "end_turn"),
            "stop_sequence": None,
            "stop_details": details,
            "usage": {
                "input_tokens": 100,
                "output_tokens": 20,
                "cache_creation_input_tokens": 30,
                "cache_read_input_tokens": 5,
            },
        }

    def events(self, message: Body) -> list[bytes]:
        return events(message)

    def error_body(self, error: ApiError, request_id: str) -> Body:
        return {
            "type": "error",
            "error": {"type": error.kind, "message": error.message},
            "request_id": request_id,
        }

    def error_event(self, error: ApiError) -> bytes:
        return sse({"type": "error", "error": {"type": error.kind, "message": error.message}}, "error")


class AnthropicServer(ModelServer):
    """Server of the Messages API with a script, for tests."""

    def __init__(self, script: Script) -> None:
        super().__init__([AnthropicMessages(KEY)], script)


def _complete(body: Body, blocks: Sequence[Body], number: int) -> Iterator[Body]:
    """Add the ids and fields that the API adds to blocks; a result belongs to the search before it."""
    search_id = ""
    for place, block in enumerate(blocks):
        if block["type"] == "tool_use":
            yield {"id": f"toolu_{number:04}_{place}", "caller": {"type": "direct"}, **block}
        elif block["type"] == "server_tool_use":
            search_id = block.get("id") or f"srvtoolu_{number:04}_{place}"
            yield {**block, "id": search_id, "caller": {"type": "direct"}}
        elif block["type"] == "tool_search_tool_result":
            yield {"tool_use_id": search_id, **block}
        elif block["type"] == "thinking":
            yield {**block, "signature": sign(body, _count_answered(body), block["thinking"])}
        else:
            yield block


def _count_answered(body: Body) -> int:
    """Number of messages before the answer, which continues the last one when that is a paused turn of the model."""
    messages = body["messages"]
    return len(messages) - int(messages[-1]["role"] == "assistant")
