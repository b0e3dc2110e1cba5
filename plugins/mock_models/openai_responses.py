"""Mock of OpenAI's Responses API: complete and streamed responses.

with ResponsesServer([reply(reason("Hm."), call("terminate", {"status": "success"}))]) as server:
    client = OpenAI(api_key=KEY, base_url=f"{server.url}/v1")
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from plugins.mock_models.base import ModelServer, Script, sse
from plugins.mock_models.odd_forms import RESPONSES
from plugins.mock_models.openai_models import MODELS
from plugins.mock_models.openai_responses_rules import check_request, item_id, reasoning_id, seal
from plugins.mock_models.openai_rules import KEY, RuleError, check_key, error_of, find_model
from plugins.mock_models.openai_turns import (
    calls_of,
    deferred_tool,
    functions_in,
    loaded_names,
    pictures_of,
    turn_of_responses,
)
from plugins.mock_models.turns import (
    ApiError,
    Body,
    CutKind,
    ErrorAnswer,
    MockAnswer,
    RawAnswer,
)
from testbed.models import ModelTurn

RATE_LIMITED = ErrorAnswer(429, "rate_limit_exceeded", headers={"retry-after-ms": "10"})
INTERNAL = ErrorAnswer(500, "server_error", headers={"retry-after-ms": "10"})
CHUNK = 40
"""Characters of a delta in a stream, unless there would be too many deltas."""
MAX_CHUNKS = 100
MAX_STORED = 1000
"""Maximum number of conversations stored for `previous_response_id`; the oldest are deleted."""


def reply(
    *items: Body, stop: str = "", details: Body | None = None, cut: CutKind = "", model: str = ""
) -> RawAnswer:
    """An answer with these output items.

    Args:
        *items: The output items.
        stop: Why the response is incomplete; "failed" for a failed one, with the error in `details`.
        details: The error of a failed response.
        cut: What happens half-way.
        model: The model named in the response; by default the requested one.
    """
    return RawAnswer(items, stop, details, cut=cut, model=model)


def words(text: str, phase: str = "") -> Body:
    """A message; `phase` is "commentary", "final_answer" or, for a model whose messages have none, ""."""
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return {"type": "message", "content": content} | ({"phase": phase} if phase else {})


def refuse(text: str) -> Body:
    return {"type": "message", "content": [{"type": "refusal", "refusal": text}]}


def reason(text: str) -> Body:
    return {"type": "reasoning", "summary": [{"type": "summary_text", "text": text}]}


def call(name: str, arguments: Any = None) -> Body:
    """A function call; arguments given as text are sent unchanged."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments or {})
    return {"type": "function_call", "name": name, "arguments": written}


def search(*paths: str, tools: Sequence[Body] = (), status: str = "completed") -> tuple[Body, Body]:
    """A tool search and the tools it loaded: functions, and namespaces with their functions."""
    common: Body = {"call_id": None, "execution": "server", "status": status, "created_by": None}
    call: Body = {"type": "tool_search_call", "arguments": {"paths": list(paths)}}
    return call | common, {"type": "tool_search_output", "tools": list(tools)} | common


def computer(*actions: Body, checks: Sequence[str] = ()) -> Body:
    """A call of the computer tool with a batch of actions; `checks` are ids of safety checks."""
    pending = [{"id": check, "code": "malicious_instructions", "message": "Look out."} for check in checks]
    return {"type": "computer_call", "actions": list(actions), "pending_safety_checks": pending}


class OpenAIModels:
    """The part that both of OpenAI's APIs share: models and keys, any key if `key` is empty.

    With `any_model` an unknown model is taken for an open one.
    """

    def __init__(self, key: str = "", *, any_model: bool = False) -> None:
        self._key = key
        self._any_model = any_model

    def owns(self, headers: Mapping[str, str]) -> bool:
        return "anthropic-version" not in headers

    def check_key(self, headers: Mapping[str, str]) -> None:
        check_key(headers, self._key)

    def models(self) -> Sequence[str]:
        return MODELS

    def models_body(self, models: Sequence[str]) -> Body:
        return {"object": "list", "data": [self.model_body(model) for model in models]}

    def model_body(self, model: str) -> Body:
        return {"id": model, "object": "model", "created": 1_790_000_000, "owned_by": "testbed"}

    def error_body(self, error: ApiError, request_id: str) -> Body:  # noqa: ARG002
        return error_of(error)


class OpenAIResponses(OpenAIModels):
    """Mock of the Responses API. Implements `MockApi`."""

    name = "openai-responses"
    odd_form = RESPONSES
    path = "/v1/responses"

    def __init__(self, key: str = "", *, any_model: bool = False) -> None:
        super().__init__(key, any_model=any_model)
        self._stored: OrderedDict[str, list[Body]] = OrderedDict()

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        self.check_key(headers)
        return check_request(raw, self._stored, any_model=self._any_model)

    def window_error(self, tokens: int, window: int) -> ApiError:  # noqa: ARG002
        message = (
            "Your input exceeds the context window of this model. Please adjust your input and try again."
        )
        return ApiError(400, "context_length_exceeded", message)

    def turn(self, body: Body) -> ModelTurn:
        return turn_of_responses(self._whole(body))

    def message(self, body: Body, answer: MockAnswer | RawAnswer, number: int) -> Body:
        reply = self._write_answer(body, answer) if isinstance(answer, MockAnswer) else answer
        output = [*_add_fields(reply.content, body, number)]
        message = _response(body, reply, output, number)
        if body.get("store") is not False:
            self._stored[message["id"]] = [*self._whole(body)["input"], *output]
            while len(self._stored) > MAX_STORED:
                self._stored.popitem(last=False)
        return message

    def events(self, message: Body) -> list[bytes]:
        numbered = enumerate(_events(message))
        return [sse({**event, "sequence_number": number}, str(event["type"])) for number, event in numbered]

    def error_event(self, error: ApiError) -> bytes:
        param = error.param if isinstance(error, RuleError) else None
        event = {"type": "error", "code": error.kind, "message": error.message, "param": param}
        return sse({**event, "sequence_number": 0}, "error")

    def _whole(self, body: Body) -> Body:
        """The request with the stored items of its conversation."""
        previous = body.get("previous_response_id")
        return {**body, "input": [*self._stored[previous], *body["input"]]} if previous else body

    def _write_answer(self, body: Body, answer: MockAnswer) -> RawAnswer:
        items: list[Body] = []
        if answer.thought and "reasoning.encrypted_content" in (body.get("include") or ()):
            items.append(reason(answer.thought))
        if answer.text:
            known = find_model(body["model"])
            phase = "commentary" if answer.actions or answer.pause else "final_answer"
            items.append(words(answer.text, phase if known is not None and known.phases else ""))
        whole = self._whole(body)
        loaded = loaded_names(whole["input"])
        for place, made in enumerate(calls_of(answer, body, pictures_of(whole))):
            item = computer(*made.computer) if made.computer else call(made.name, made.arguments)
            deferred = deferred_tool(body.get("tools") or [], made.name)
            if deferred is not None:
                if made.name not in loaded:
                    items += search(deferred["name"], tools=[deferred])
                    loaded |= {function["name"] for function in functions_in([deferred])}
                item["namespace"] = deferred["name"]
            items.append(item | ({"call_id": f"call_{answer.mark}{place}"} if answer.mark else {}))
        return RawAnswer(tuple(items), model=answer.model)


class ResponsesServer(ModelServer):
    """Server of the Responses API with a script, for tests."""

    def __init__(self, script: Script) -> None:
        super().__init__([OpenAIResponses(KEY)], script)


_PREFIX = {
    "message": "msg",
    "function_call": "fc",
    "computer_call": "cu",
    "tool_search_call": "tsc",
    "tool_search_output": "tso",
}


def _add_fields(items: Sequence[Body], body: Body, number: int) -> Iterator[Body]:
    """Add the ids and fields that the API adds to output items."""
    led = False
    for place, item in enumerate(items):
        kind = str(item["type"])
        if kind == "reasoning":
            led = True
            identity = reasoning_id(number)
            sealed = {"encrypted_content": seal(identity)} if body.get("include") else {}
            yield {"id": identity, **item, **sealed}
            continue
        common: Body = {"id": item_id(_PREFIX.get(kind, kind), number, place, led=led), "status": "completed"}
        if kind == "message":
            common["role"] = "assistant"
        elif kind in ("function_call", "computer_call"):
            common["call_id"] = f"call_{number:04}_{place}"
        yield common | item


def _response(body: Body, reply: RawAnswer, output: list[Body], number: int) -> Body:
    failed = reply.stop == "failed"
    status = "failed" if failed else "incomplete" if reply.stop else "completed"
    return {
        "id": f"resp_{number:04}",
        "object": "response",
        "created_at": int(time.time()),
        "status": status,
        "error": (reply.details or {"code": "server_error", "message": "scripted"}) if failed else None,
        "incomplete_details": {"reason": reply.stop} if status == "incomplete" else None,
        "instructions": body.get("instructions"),
        "max_output_tokens": body.get("max_output_tokens"),
        "metadata": {},
        "model": reply.model or body["model"],
        "output": output,
        "parallel_tool_calls": True,
        "previous_response_id": body.get("previous_response_id"),
        "store": body.get("store") is not False,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": body.get("tools") or [],
        "top_p": 1.0,
        "truncation": body.get("truncation") or "disabled",
        "usage": {
            "input_tokens": 135,
            "input_tokens_details": {"cached_tokens": 100, "cache_write_tokens": 0},
            "output_tokens": 20,
            "output_tokens_details": {"reasoning_tokens": 12},
            "total_tokens": 155,
        },
    }


def _events(message: Body) -> Iterator[Body]:
    opening = {**message, "status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
    yield {"type": "response.created", "response": opening}
    yield {"type": "response.in_progress", "response": opening}
    for index, item in enumerate(message["output"]):
        where = {"item_id": item.get("id"), "output_index": index}
        yield {"type": "response.output_item.added", "output_index": index, "item": _empty(item)}
        yield from _parts(item, where)
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": f"response.{message['status']}", "response": message}


def _empty(item: Body) -> Body:
    """An item as in the event that starts it, without content."""
    opening = {**item, **({"status": "in_progress"} if "status" in item else {})}
    return opening | {
        field: empty
        for field, empty in (("content", []), ("summary", []), ("arguments", ""))
        if isinstance(item.get(field), type(empty))
    }


def _parts(item: Body, where: Body) -> Iterator[Body]:
    if item["type"] == "function_call" and isinstance(item.get("arguments"), str):
        for delta in _chunks(item["arguments"]):
            yield {"type": "response.function_call_arguments.delta", **where, "delta": delta}
        done = {"arguments": item["arguments"], "name": item["name"]}
        yield {"type": "response.function_call_arguments.done", **where, **done}
    for place, part in enumerate(item.get("summary") or ()):
        at = {**where, "summary_index": place}
        yield {"type": "response.reasoning_summary_part.added", **at, "part": {**part, "text": ""}}
        for delta in _chunks(part["text"]):
            yield {"type": "response.reasoning_summary_text.delta", **at, "delta": delta}
        yield {"type": "response.reasoning_summary_text.done", **at, "text": part["text"]}
        yield {"type": "response.reasoning_summary_part.done", **at, "part": part}
    for place, part in enumerate(item.get("content") or () if item["type"] == "message" else ()):
        at = {**where, "content_index": place}
        field, name = ("text", "output_text") if part["type"] == "output_text" else ("refusal", "refusal")
        more: Body = {"logprobs": []} if field == "text" else {}
        yield {"type": "response.content_part.added", **at, "part": {**part, field: ""}}
        for delta in _chunks(part[field]):
            yield {"type": f"response.{name}.delta", **at, "delta": delta, **more}
        yield {"type": f"response.{name}.done", **at, field: part[field], **more}
        yield {"type": "response.content_part.done", **at, "part": part}


def _chunks(text: str) -> list[str]:
    size = max(CHUNK, len(text) // MAX_CHUNKS)
    return [text[start : start + size] for start in range(0, len(text), size)]
