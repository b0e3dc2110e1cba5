"""Compaction on demand of the Messages API: what it takes, and the block that stands for a conversation.

Facts of https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand, read in November 2026, and of the
SDK's types. The mock's summary is the conversation's first text, cut, behind a count of its messages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from anthropic.types import beta

from plugins.mock_models.anthropic_shapes import blocks_of, check_shape, invalid
from plugins.mock_models.shapes import adapter
from plugins.mock_models.turns import Body

BETA = "compact-2026-09-04"
UNSUPPORTED = frozenset(
    {"claude-opus-4-5", "claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-5-20251101"}
    | {"claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"}
)
"""Models that the page does not list, among those that the mock serves."""
LONGEST_SUMMARY = 500
BLOCK = adapter(beta.BetaCompactionBlockParam)
_REQUEST = adapter(beta.BetaCompactionConfigParam)


def check_compaction(body: Mapping[str, Any], betas: Sequence[str]) -> None:
    """Validate a request for compaction, or one that has its block. Raises ApiError."""
    blocks = [(message, block) for message in body["messages"] for block in blocks_of(message)]
    found = [place for place, (_, block) in enumerate(blocks) if block.get("type") == "compaction"]
    if "compaction" not in body and not found:
        return
    if BETA not in betas:
        field = "compaction" if "compaction" in body else "messages.0.content.0"
        raise invalid(f"{field}: Extra inputs are not permitted")
    if "compaction" in body:
        check_shape(_REQUEST, body["compaction"], "compaction")
        if body["model"] in UNSUPPORTED:
            raise invalid("compaction: not supported for this model")
        if body.get("context_management"):
            raise invalid("compaction: cannot be combined with context_management")
    if len(found) > 1:
        raise invalid("messages: more than one `compaction` block with content")
    if found and found != [0]:
        raise invalid("messages: the `compaction` block must be the first block of the conversation")
    if found and blocks[0][1].get("signature") != _sign(blocks[0][1].get("content") or ""):
        raise invalid("messages.0.content.0: the `content` differs from what its `signature` recorded")


def compact(body: Body, number: int) -> Body | None:
    """Return the response to a request for compaction, None for any other."""
    if "compaction" not in body:
        return None
    first = blocks_of(body["messages"][0])
    words = next(
        (block.get("text") or block.get("content") for block in first if block["type"] != "image"), ""
    )
    summary = f"{len(body['messages'])} messages, which began so: {str(words)[:LONGEST_SUMMARY]}"
    block = {"type": "compaction", "content": summary, "signature": _sign(summary), "tool_changes": []}
    return {
        "id": f"msg_{number:04}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [block],
        "stop_reason": "compaction",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def _sign(summary: str) -> str:
    return hashlib.sha256(f"compaction {summary}".encode()).hexdigest()
