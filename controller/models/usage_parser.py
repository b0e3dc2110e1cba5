"""The model and the token counts in a response, for each of the known APIs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from controller.core.agent import Usage
from controller.models.event_streams import event_data, is_event_stream
from controller.models.exchange import HttpResponse

MOST_TOKENS = 10**9
"""In one response; a higher count is not believed."""
_TOTALS = (
    "prompt_tokens",
    "completion_tokens",
    "input_tokens",
    "output_tokens",
    "promptTokenCount",
    "candidatesTokenCount",
)
"""What the known APIs count. A response that has none of them, or one that is no count, has cost an unknown amount."""


@dataclass(frozen=True, slots=True)
class ParsedUsage:
    """`model` is "" and `usage` None when none can be read; `whole`: the response is JSON, which should have both."""

    model: str = ""
    usage: Usage | None = None
    whole: bool = False


def parse_usage(response: HttpResponse) -> ParsedUsage:
    """Read the model as served and the token counts."""
    if response.status >= 400:
        return ParsedUsage()
    whole = False
    model, counts = "", dict[str, Any]()
    for item in _objects(response):
        whole = True
        for part in (item, item.get("message"), item.get("response")):
            if isinstance(part, Mapping):
                named = part.get("model", part.get("modelVersion"))
                model = named if isinstance(named, str) else model
                usage = part.get("usage", part.get("usageMetadata"))
                counts |= usage if isinstance(usage, Mapping) else {}
    return ParsedUsage(model, _usage(counts) if _is_readable(counts) else None, whole)


def _objects(response: HttpResponse) -> Iterator[Mapping[str, Any]]:
    """The response's JSON, or of a stream the first event and those with token counts."""
    if is_event_stream(response):
        events = list(event_data(response.body))
        pieces = [*events[:1], *(event for event in events[1:] if '"usage' in event)]
    else:
        pieces = [response.body.decode("utf-8", "replace")]
    for piece in pieces:
        try:
            item = json.loads(piece)
        except (ValueError, RecursionError):
            continue
        if isinstance(item, Mapping):
            yield item


def _is_readable(counts: Mapping[str, Any]) -> bool:
    named = [counts[name] for name in _TOTALS if counts.get(name) is not None]
    return bool(named) and all(map(_is_count, named))


def _usage(counts: Mapping[str, Any]) -> Usage:
    if "promptTokenCount" in counts:  # Gemini: with the cached ones, without the thinking
        tokens = (
            _count(counts, "promptTokenCount") + _count(counts, "toolUsePromptTokenCount"),
            _count(counts, "candidatesTokenCount") + _count(counts, "thoughtsTokenCount"),
        )
        return Usage(*tokens, _count(counts, "cachedContentTokenCount"), calls=1)
    if "prompt_tokens" in counts:  # Chat Completions
        details = counts.get("prompt_tokens_details")
        read, written = _count(details, "cached_tokens"), _count(details, "cache_write_tokens")
        tokens = _count(counts, "prompt_tokens"), _count(counts, "completion_tokens")
        return Usage(*tokens, read, written, calls=1)
    if "input_tokens_details" in counts:  # Responses
        details = counts["input_tokens_details"]
        read, written = _count(details, "cached_tokens"), _count(details, "cache_write_tokens")
        return Usage(_count(counts, "input_tokens"), _count(counts, "output_tokens"), read, written, calls=1)
    read, written = _count(counts, "cache_read_input_tokens"), _count(counts, "cache_creation_input_tokens")
    uncached = _count(counts, "input_tokens")  # Messages: without the cached ones
    return Usage(uncached + read + written, _count(counts, "output_tokens"), read, written, calls=1)


def _count(counts: Any, name: str) -> int:
    value = counts.get(name) if isinstance(counts, Mapping) else None
    return value if _is_count(value) else 0


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MOST_TOKENS
