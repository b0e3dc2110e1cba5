"""Whole responses from the events of a stream, for both of OpenAI's APIs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from controller.models.deviations import CALL_INDEX
from controller.models.event_streams import DONE, event_data
from testbed.errors import ModelApiError

Body = dict[str, Any]
ENDED = "the model API's response ended before it was complete"
_FINAL = ("response.completed", "response.incomplete", "response.failed")
_NAMED_ONCE = ("id", "type", "role", "index", "format", "signature")
"""Fields of a delta that replace what came before; other texts continue it."""


def response_in(body: bytes) -> Body:
    """Return the response that a stream of the Responses API ends with.

    A stream that ends in an error gives a failed response with that error. Raises ModelApiError when there is no end.
    """
    items: list[Any] = []
    for event in _parse(body):
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


def completion_in(body: bytes, codes: list[str]) -> Body:
    """Return the completion that the chunks of a stream add up to.

    Args:
        body: The stream.
        codes: The list that leniency codes are appended to.

    Raises:
        ModelApiError: The stream has no end.
    """
    completion: Body = {"choices": []}
    message: Body = {}
    finish = None
    ended = False
    for data in event_data(body):
        ended = data == DONE
        chunk = None if ended else json.loads(data)
        if not isinstance(chunk, dict):
            continue
        if chunk.get("error"):
            return {"error": chunk["error"]}
        completion |= {name: chunk[name] for name in ("id", "model", "usage") if chunk.get(name)}
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and not choice.get("index"):
                delta = choice.get("delta")
                _merge(message, delta if isinstance(delta, dict) else {}, codes)
                finish = choice.get("finish_reason") or finish
    if finish is None and not ended:
        raise ModelApiError(ENDED)
    calls = message.get("tool_calls")
    for call in filter(lambda item: isinstance(item, dict), calls if isinstance(calls, list) else ()):
        call.pop("index", None)  # which only chunks have
    return {**completion, "choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def _parse(body: bytes) -> Iterator[Body]:
    for data in event_data(body):
        if data == DONE:
            return
        event = json.loads(data)
        if isinstance(event, dict):
            yield event


def _merge(message: Body, delta: Mapping[str, Any], codes: list[str]) -> None:
    """Add a delta: texts continue, pieces of calls belong to the call they name, the rest replaces."""
    for name, value in delta.items():
        before = message.get(name)
        if isinstance(value, list):
            items = before if isinstance(before, list) else []
            message[name] = _merged_items(items, value, codes if name == "tool_calls" else None)
        elif isinstance(value, dict) and isinstance(before, dict):
            _merge(before, value, codes)
        elif isinstance(value, str) and isinstance(before, str) and name == "name":
            message[name] = before if value in ("", before) else before + value  # some servers repeat it
        elif isinstance(value, str) and isinstance(before, str) and name not in _NAMED_ONCE:
            message[name] = before + value
        elif before is None or (value is not None and value != ""):
            message[name] = dict(value) if isinstance(value, dict) else value


def _merged_items(before: list[Any], items: Iterable[Any], codes: list[str] | None) -> list[Any]:
    """Add the pieces of a chunk to items of the same index, or begin others; `codes` is given for pieces of calls."""
    merged = list(before)
    for item in items:
        index = item.get("index") if isinstance(item, dict) else None
        same = next((one for one in merged if isinstance(one, dict) and one.get("index") == index), None)
        if codes is not None and isinstance(item, dict):
            same = _call_of(item, merged, codes)
        elif index is None:
            same = None
        if same is None:
            merged.append(dict(item) if isinstance(item, dict) else item)
        else:
            _merge(same, item, codes or [])
    return merged


def _call_of(piece: Body, calls: Sequence[Any], codes: list[str]) -> Body | None:
    """Return the call that a piece continues, None for a piece that begins one.

    A piece belongs to the call of its index. Servers that leave the index out, or give all calls one, begin a call with
    another id and a name; a piece without a name always continues one, whatever its id.
    """
    index, identity = piece.get("index"), piece.get("id")
    function = piece.get("function")
    named = isinstance(function, dict) and bool(function.get("name"))
    same = [call for call in calls if isinstance(call, dict) and call.get("index") == index]
    latest: Body | None = same[-1] if same else None
    if index is None:
        codes.append(CALL_INDEX)
    if latest is None or not identity or identity == latest.get("id"):
        begins = index is None and named and not identity and latest is not None
        return None if begins else latest
    if index is not None:
        codes.append(CALL_INDEX)
    return None if named else latest
