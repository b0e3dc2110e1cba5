"""A message of the Messages API as the events of its stream."""

from __future__ import annotations

import json
from collections.abc import Iterator

from controller.adapters.mock_model.base import sse
from controller.adapters.mock_model.turns import Body

CHUNK = 40
CHUNKS = 500
"""Characters in one delta, and about how many deltas at most."""


def events(message: Body) -> list[bytes]:
    """message_start, each block's start, deltas and stop, message_delta, message_stop; a ping, as the API sends."""
    return [sse(data, str(data["type"])) for data in _events(message)]


def _events(message: Body) -> Iterator[Body]:
    usage = message["usage"]
    opening: Body = {
        "content": [],
        "stop_reason": None,
        "stop_details": None,
        "usage": {**usage, "output_tokens": 1},
    }
    yield {"type": "message_start", "message": message | opening}
    yield {"type": "ping"}
    for index, block in enumerate(message["content"]):
        start, deltas = _taken_apart(block)
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {field: message[field] for field in ("stop_reason", "stop_sequence", "stop_details")}
    yield {"type": "message_delta", "delta": ending, "usage": {"output_tokens": usage["output_tokens"]}}
    yield {"type": "message_stop"}


def _taken_apart(block: Body) -> tuple[Body, list[Body]]:
    match block["type"]:
        case "text":
            deltas = [{"type": "text_delta", "text": part} for part in _chunks(block["text"])]
            return {**block, "text": ""}, deltas
        case "thinking":
            deltas = [{"type": "thinking_delta", "thinking": part} for part in _chunks(block["thinking"])]
            signature = {"type": "signature_delta", "signature": block["signature"]}
            return {**block, "thinking": "", "signature": ""}, [*deltas, signature]
        case "tool_use" | "server_tool_use":
            written = json.dumps(block["input"])
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in ["", *_chunks(written)]]
            return {**block, "input": {}}, deltas
    return block, []


def _chunks(text: str) -> list[str]:
    size = max(CHUNK, len(text) // CHUNKS)
    return [text[start : start + size] for start in range(0, len(text), size)]
