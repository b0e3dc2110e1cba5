"""Answers that deviate from their API's reference, by the kinds of `testbed.all_deviations`.

A deviation is made in a complete answer, from which the events of a stream follow, or in the events themselves.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plugins.mock_models.odd_forms import OddForm
from plugins.mock_models.turns import ApiError, Body, mock_error
from testbed.models import all_deviations

BY_KIND = {deviation.kind: deviation for deviation in all_deviations()}
PAGE = b"<!DOCTYPE html><html><body><h1>Bad gateway</h1></body></html>"
FAILURE = ApiError(503, "server_error", "the upstream provider failed")
TEXTS: Mapping[str, Callable[[str, str], str]] = {
    "call_in_tags": lambda call, _: f"I go on.\n<tool_call>\n{call}\n</tool_call>",
    "call_in_fence": lambda call, _: f"```json\n{call}\n```",
    "call_after_token": lambda call, _: f"[TOOL_CALLS][{call}]",
    "call_among_words": lambda call, _: f"Next I would call {call} and then look at the screen.",
    "call_in_unknown_form": lambda _, name: f"<function={name}><parameter=a>1</parameter></function>",
}
"""Texts with a call, from its JSON and its name."""


@dataclass(frozen=True, slots=True)
class OddBody:
    """A body to send with status 200: of a stream its events."""

    media_type: str
    parts: tuple[bytes, ...]


def make_odd(
    kind: str,
    form: OddForm,
    message: Body,
    events: Callable[[Body], list[bytes]],
    failure: bytes,
    *,
    stream: bool,
) -> OddBody:
    """Return the odd form of an answer; an answer without calls stays as it is when the deviation is one of calls.

    Args:
        kind: The kind of deviation.
        form: The places in answers of the API.
        message: The complete answer, which is changed.
        events: Converts an answer to the events of a stream.
        failure: The event or the body of the error `FAILURE`.
        stream: Whether the request is for a stream.

    Raises:
        ApiError: The API or the form of the answer has no such deviation.
    """
    sent = "streamed" if stream else "whole"
    if form.api not in BY_KIND[kind].apis or sent not in BY_KIND[kind].forms:
        raise mock_error(f"a {sent} answer of {form.api} cannot have the deviation {kind}")
    media_type = "text/event-stream" if stream else "application/json"
    if kind == "page":
        return OddBody("text/html", (PAGE,))
    if kind == "error_in_answer":
        return OddBody(media_type, (failure,))
    if kind == "error_as_text":
        text = json.dumps({"error": FAILURE.message}).encode()
        return OddBody(media_type, (b"data: " + text + b"\n\n",) if stream else (text,))
    _change(kind, form, message)
    if not stream:
        return OddBody(media_type, (json.dumps(message, ensure_ascii=False).encode(),))
    parts = events(message)
    if kind == "cut_stream":
        parts = parts[: max(1, len(parts) // 2)]
    elif kind in CHUNKS:
        parts = [_with_chunk(part, CHUNKS[kind]) for part in parts]
    return OddBody(media_type, tuple(parts))


def _change(kind: str, form: OddForm, message: Body) -> None:
    """Change an answer in place."""
    calls = form.calls(message)
    if kind in form.of_messages:
        form.of_messages[kind](message)
    elif kind in TEXTS and calls:
        name, arguments = form.call(calls[0])
        form.set_text(message, TEXTS[kind](json.dumps({"name": name, "arguments": arguments}), name))
    elif kind in OF_CALLS:
        for call in calls:
            OF_CALLS[kind](form, call)
        if calls and kind == "repeated_id":
            form.repeat_call(message)


def _set(value: Callable[[Any], Any]) -> Callable[[OddForm, Body], None]:
    def change(form: OddForm, call: Body) -> None:
        holder = form.function(call)
        holder[form.arguments] = value(holder.get(form.arguments))

    return change


def _drop(form: OddForm, call: Body) -> None:
    form.function(call).pop(form.arguments, None)


def _text(given: Any) -> str:
    return given if isinstance(given, str) else json.dumps(given)


def _object(given: Any) -> Any:
    return json.loads(given) if isinstance(given, str) else given


OF_CALLS: Mapping[str, Callable[[OddForm, Body], None]] = {
    "arguments_object": _set(_object),
    "arguments_text": _set(_text),
    "arguments_encoded_twice": _set(lambda given: json.dumps(_text(given))),
    "arguments_null": _set(lambda _: None),
    "arguments_absent": _drop,
    "arguments_list": _set(lambda given: [_object(given)]),
    "arguments_cut": _set(lambda given: _text(given)[:-1]),
    "call_without_id": lambda form, call: call.update({form.identity: ""}),
    "repeated_id": lambda form, call: call.update({form.identity: "call_0"}),
    "call_without_type": lambda _, call: call.update({"type": None}),
    "call_without_name": lambda form, call: form.function(call).update({"name": None}),
}
"""Changes of one call."""


CHUNKS: Mapping[str, Callable[[Body, bytes], Body]] = {
    "chunks_without_index": lambda piece, _: {k: v for k, v in piece.items() if k != "index"},
    "chunks_of_one_index": lambda piece, _: {**piece, "index": 0},
    "chunks_with_new_ids": lambda piece, event: {**piece, "id": f"call_{zlib.crc32(event)}"},
}
"""Changes of a piece of a call in a stream of chat completions."""


def _with_chunk(event: bytes, change: Callable[[Body, bytes], Body]) -> bytes:
    data = event.removeprefix(b"data: ").strip()
    if b'"tool_calls"' not in data or data == b"[DONE]":
        return event
    chunk = json.loads(data)
    for choice in chunk["choices"]:
        pieces: Sequence[Body] = choice["delta"].get("tool_calls") or ()
        if pieces:
            choice["delta"]["tool_calls"] = [change(piece, event) for piece in pieces]
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\n\n"
