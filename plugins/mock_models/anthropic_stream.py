"""Conversion of a message of the Messages API to the events of a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator

from plugins.mock_models.base import sse
from plugins.mock_models.turns import Body

CHUNK = 40
CHUNKS = 500
"""Characters of a delta, and the approximate maximum number of deltas."""


def events(message: Body) -> list[bytes]:
    """Convert a message to the events of its stream, with a ping as the API sends it."""
    return [sse(data, str(data["type"])) for data in _events(message)]


def _events(message: Body) -> Iterator[Body]:
    usage = message["usage"] or {}
    opening: Body = {
        "content": [],
        "stop_reason": None,
        "stop_details": None,
        "usage": usage and {**usage, "output_tokens": 1},
    }
    yield {"type": "message_start", "message": message | opening}
    yield {"type": "ping"}
    for index, block in enumerate(message["content"]):
        start, deltas = _split_block(block)
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {field: message[field] for field in ("stop_reason", "stop_sequence", "stop_details")}
    counts = {name: usage[name] for name in ("output_tokens",) if name in usage}
    yield {"type": "message_delta", "delta": ending, "usage": counts}
    yield {"type": "message_stop"}


def _split_block(block: Body) -> tuple[Body, list[Body]]:
    match block["type"]:
        case "text":
            deltas = [{"type": "text_delta", "text": part} for part in _chunks(block["text"])]
            return {**block, "text": ""}, deltas
        case "thinking":
            deltas = [{"type": "thinking_delta", "thinking": part} for part in _chunks(block["thinking"])]
            if "signature" not in block:
                return {**block, "thinking": ""}, deltas
            signature = {"type": "signature_delta", "signature": block["signature"]}
            return {**block, "thinking": "", "signature": ""}, [*deltas, signature]
        case "tool_use" | "server_tool_use" if block.get("input") is not None:
            written = block["input"] if isinstance(block["input"], str) else json.dumps(block["input"])
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in ["", *_chunks(written)]]
            return {**block, "input": {}}, deltas
    return block, []


def _chunks(text: str) -> list[str]:
    size = max(CHUNK, len(text) // CHUNKS)
    return [text[start : start + size] for start in range(0, len(text), size)]
