"""Server-sent events of model APIs: their data, and the faults of a stream that had started well."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from controller.models.exchange import HttpResponse

_ENDINGS = (
    (
        b'"message_start"',
        re.compile(rb'^event: *(?:message_stop|error)|"type": *"(?:message_stop|error)"', re.M),
    ),
    (b'"response.created"', re.compile(rb'"type": *"(?:response\.(?:completed|incomplete|failed)|error)"')),
    (b'"candidates"', re.compile(rb'"(?:finishReason|blockReason|error)"')),
    (b'"chat.completion.chunk"', re.compile(rb'"finish_reason": *"|^data: *(?:\[DONE\]|\{ *"error":)', re.M)),
)
"""How each API's stream begins, and what it has when it is whole."""
_LINE_END = re.compile(r"\r\n|\n|\r")
DONE = "[DONE]"
"""The data of the last event of some streams."""
_ERROR_KEY = '"error"'
_BEGINNING = 4096
"""Bytes in which the first event names its type."""


def is_event_stream(response: HttpResponse) -> bool:
    """Return whether a response is a stream of events."""
    return response.headers.get("content-type", "").startswith("text/event-stream")


def event_data(body: bytes) -> Iterator[str]:
    """Yield the data of each event, which is UTF-8 whatever the headers say.

    An event's lines of data are one text (server-sent events, 9.2.6). Servers that leave out the empty line between
    events are read too: lines each of which is JSON are events each.
    """
    lines: list[str] = []
    # Only these end a line: in JSON the separators of Unicode (U+0085, U+2028, U+2029) may stand as they are.
    for line in (*_LINE_END.split(body.decode("utf-8-sig", "replace")), ""):
        if line.startswith("data:"):
            lines.append(line[5:].strip(" \t"))
        elif not line and lines:
            yield from lines if all(map(_is_whole, lines)) else ["\n".join(lines)]
            lines = []


def _is_whole(data: str) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return data == DONE
    return True


def stream_error(response: HttpResponse) -> object:
    """Return the error that a stream reports, as its events have it; None if there is none.

    An event of the type `error` is one, as are an event's field `error` and that of a failed response.
    """
    for data in event_data(response.body):
        if _ERROR_KEY not in data:
            continue
        try:
            event = json.loads(data)
        except (ValueError, RecursionError):
            continue
        if not isinstance(event, dict):
            continue
        failed = event.get("response")
        choices = event.get("choices")
        for part in (event, failed, *(choices if isinstance(choices, list) else ())):
            if isinstance(part, dict) and part.get("error"):
                return part["error"]
            if isinstance(part, dict) and part.get("finish_reason") == "error":
                return "the answer ended with the reason 'error'"
        if event.get("type") == "error":
            return event
    return None


def stream_end_fault(response: HttpResponse) -> str:
    """Return what is wrong with a stream that ends before its response does, "" if nothing."""
    beginning = response.body[:_BEGINNING]
    for begins, ending in _ENDINGS:
        if begins in beginning:
            return "" if ending.search(response.body) else "the stream ended before the response did"
    return ""
