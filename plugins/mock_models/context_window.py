"""A context window for the mock: tokens are counted, and requests for notes answered. Each API has words of its own
for requests that do not fit (`MockApi.window_error`).

Tokens are estimated from the request's size, independent of the client's own estimate.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from plugins.mock_models.turns import Body, MockAnswer

PICTURE_TOKENS = 1_000
CHARACTERS_PER_TOKEN = 4
NOTES_OPENING = "You keep notes for an agent"
"""How the system prompt of a request for notes begins (`controller/agents/folding.py`)."""
_BASE64 = re.compile(r"(?:data:image/\w+;base64,)?[A-Za-z0-9+/]{200,}={0,2}")
_INPUT_COUNTS = ("input_tokens", "prompt_tokens", "promptTokenCount")
_TOTAL_COUNTS = ("total_tokens", "totalTokenCount")
_CACHE_COUNTS = ("cache_creation_input_tokens", "cache_read_input_tokens")


def count_tokens(body: Body) -> int:
    """Estimate the tokens of a request."""
    pictures = sum(bool(_BASE64.fullmatch(text)) for text in _texts(body))
    characters = sum(len(text) for text in _texts(body) if not _BASE64.fullmatch(text))
    return pictures * PICTURE_TOKENS + characters // CHARACTERS_PER_TOKEN


def count_usage(message: Body, tokens: int) -> None:
    """Have a response count so many tokens of its request, none of them cached."""
    field = "usageMetadata" if "usageMetadata" in message else "usage"
    usage: dict[str, Any] = dict(message.get(field) or {})
    for name in (name for name in _INPUT_COUNTS if name in usage):
        usage |= {total: usage[total] + tokens - usage[name] for total in _TOTAL_COUNTS if total in usage}
        usage[name] = tokens
    usage |= {name: 0 for name in _CACHE_COUNTS if name in usage}
    message[field] = usage or message.get(field)


def notes_answer(system: str, body: Body) -> MockAnswer | None:
    """Answer a request for notes on a conversation that has become too long; None for any other."""
    if not system.startswith(NOTES_OPENING):
        return None
    return MockAnswer(text=f"Notes of the mock model on a record of {len(json.dumps(body))} bytes.")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
