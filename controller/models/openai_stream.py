"""Whole responses from the events of a stream, for both of OpenAI's APIs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from controller.models.event_streams import DONE, event_data
from testbed.errors import ModelApiError

Body = dict[str, Any]
ENDED = "the model API's response ended before it was complete"
_FINAL = ("response.completed", "response.incomplete", "response.failed")
_NAMED_ONCE = ("id", "type", "name", "role", "index", "format", "signature")
"""Fields of a delta that replace what came before; other texts continue it."""


def response_in(body: bytes) -> Body:
    """Return the response that a stream of the Responses API ends with.

    A stream that ends in an error gives a failed response with that error. Raises ModelApiError when there is no end.
    """
    items: list[Any] = []
    for event in _parsed(body):
        kind = event.get("type")
        if kind == "response.output_item.done":
            items.append(event.get("item"))
        elif kind == "error":
            return {"status": "failed", "error": event.get("error") or event}
        elif kind in _FINAL and isinstance(event.get("response"), dict):
            response: Body = event["response"]
            # Some servers leave the items out of the last event.
            return response if response.get("output") else {**response, "output": items}
    raise ModelApiError(ENDED)


def completion_in(body: bytes) -> Body:
    """Return the completion that the chunks of a stream add up to. Raises ModelApiError when it has no end."""
    completion: Body = {"choices": []}
    message: Body = {}
    finish = None
    for chunk in _parsed(body):
        if chunk.get("error"):
            return {"error": chunk["error"]}
        completion |= {name: chunk[name] for name in ("id", "model", "usage") if chunk.get(name)}
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and not choice.get("index"):
                delta = choice.get("delta")
                _merge(message, delta if isinstance(delta, dict) else {})
                finish = choice.get("finish_reason") or finish
    if finish is None:
        raise ModelApiError(ENDED)
    calls = message.get("tool_calls")
    for call in filter(lambda item: isinstance(item, dict), calls if isinstance(calls, list) else ()):
        call.pop("index", None)  # which only chunks have
        if isinstance(call.get("function"), dict):
            call["function"].setdefault("arguments", "")
    return {**completion, "choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def _parsed(body: bytes) -> Iterator[Body]:
    for data in event_data(body):
        if data == DONE:
            return
        event = json.loads(data)
        if isinstance(event, dict):
            yield event


def _merge(message: Body, delta: Mapping[str, Any]) -> None:
    """Add a delta: texts continue, items of lists belong to those of the same index, the rest replaces."""
    for name, value in delta.items():
        before = message.get(name)
        if isinstance(value, list):
            message[name] = _merged_items(before if isinstance(before, list) else [], value)
        elif isinstance(value, dict) and isinstance(before, dict):
            _merge(before, value)
        elif isinstance(value, str) and isinstance(before, str) and name not in _NAMED_ONCE:
            message[name] = before + value
        elif before is None or (value is not None and value != ""):
            message[name] = dict(value) if isinstance(value, dict) else value


def _merged_items(before: list[Any], items: Iterable[Any]) -> list[Any]:
    merged = list(before)
    for item in items:
        index = item.get("index") if isinstance(item, dict) else None
        same = next((one for one in merged if isinstance(one, dict) and one.get("index") == index), None)
        if index is None or same is None:
            merged.append(dict(item) if isinstance(item, dict) else item)
        else:
            _merge(same, item)
    return merged
