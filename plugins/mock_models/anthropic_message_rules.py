"""Validation of the messages in a request of the Messages API.

One rule is stricter than the API's: roles must alternate, whereas the API merges turns of the same role.
"""

from __future__ import annotations

import base64
import binascii
import io
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from anthropic import types
from PIL import Image
from pydantic import TypeAdapter

from plugins.mock_models.anthropic_compaction import BLOCK as COMPACTION
from plugins.mock_models.anthropic_search_rules import check_searches, paused
from plugins.mock_models.anthropic_shapes import blocks_of, check_shape, invalid
from plugins.mock_models.shapes import adapter

MAX_IMAGE_BYTES = 5 * 2**20
_ID = re.compile(r"[a-zA-Z0-9_-]+")
BLOCKS: dict[str, TypeAdapter[Any]] = {
    "text": adapter(types.TextBlockParam),
    "image": adapter(types.ImageBlockParam),
    "tool_use": adapter(types.ToolUseBlockParam),
    "tool_result": adapter(types.ToolResultBlockParam),
    "server_tool_use": adapter(types.ServerToolUseBlockParam),
    "tool_search_tool_result": adapter(types.ToolSearchToolResultBlockParam),
    "thinking": adapter(types.ThinkingBlockParam),
    "redacted_thinking": adapter(types.RedactedThinkingBlockParam),
    "compaction": COMPACTION,
}
_ALLOWED = {
    "user": {"text", "image", "tool_result"},
    "assistant": set(BLOCKS) - {"image", "tool_result"},
}


def check_messages(body: Mapping[str, Any]) -> None:
    """Validate a request's messages. Raises ApiError."""
    messages = body["messages"]
    if not isinstance(messages, list) or not messages:
        raise invalid("messages: at least one message is required")
    begins_compacted = blocks_of(messages[0])[:1] and blocks_of(messages[0])[0].get("type") == "compaction"
    roles = ("assistant", "user") if begins_compacted else ("user", "assistant")
    for index, message in enumerate(messages):
        where = f"messages.{index}"
        if set(message) != {"role", "content"}:
            raise invalid(f"{where}: exactly role and content are expected")
        if message["role"] != roles[index % 2]:
            raise invalid("messages: roles must alternate between user and assistant, user first")
        blocks = blocks_of(message)
        if not blocks:
            raise invalid(f"{where}: all messages must have non-empty content")
        for place, block in enumerate(blocks):
            _check_block(block, message["role"], f"{where}.content.{place}")
    if messages[-1]["role"] == "assistant" and not paused(blocks_of(messages[-1])):
        raise invalid("This model does not support assistant message prefill.")
    _check_pairs(messages, body.get("tools", []))
    check_searches(messages, body.get("tools", []))


def _check_block(block: Mapping[str, Any], role: str, where: str) -> None:
    kind = block.get("type")
    if kind not in _ALLOWED[role]:
        raise invalid(f"{where}: `{kind}` blocks are not permitted in {role} messages")
    check_shape(BLOCKS[kind], block, f"{where}.{kind}")
    if kind == "text" and not block["text"].strip():
        raise invalid(f"{where}: text content blocks must contain non-whitespace text")
    if kind != "tool_result":
        return
    content = block.get("content", [])
    for place, inner in enumerate(content if isinstance(content, list) else []):
        if inner.get("type") not in ("text", "image"):
            raise invalid(f"{where}.tool_result.content.{place}: unexpected `{inner.get('type')}` block")
        _check_block(inner, "user", f"{where}.tool_result.content.{place}")
        if block.get("is_error") and inner["type"] != "text":
            raise invalid(f"{where}.tool_result: all content must be type `text` if `is_error` is true")


def _check_pairs(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> None:
    ids: set[str] = set()
    open_calls: dict[str, str | None] = {}
    for index, message in enumerate(messages):
        blocks = blocks_of(message)
        results = [block for block in blocks if block["type"] == "tool_result"]
        leading = blocks[: len(results)]
        answered = [block["tool_use_id"] for block in leading if block["type"] == "tool_result"]
        missing = [call for call in open_calls if call not in answered]
        if missing:
            raise invalid(
                f"messages.{index - 1}: `tool_use` ids were found without `tool_result` blocks immediately "
                f"after: {', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` "
                "block in the next message."
            )
        for block in results:
            call = block["tool_use_id"]
            if call not in open_calls:
                raise invalid(
                    f"messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: {call}"
                )
            if block.get("toolset_name") != open_calls.pop(call):
                raise invalid(
                    f"messages.{index}: toolset_name of `tool_result` {call} does not match its call"
                )
        for block in blocks:
            if block["type"] == "tool_use":
                if block["id"] in ids or not _ID.fullmatch(block["id"]):
                    raise invalid(
                        f"messages.{index}: `tool_use` ids must be unique and match '^[a-zA-Z0-9_-]+$'"
                    )
                ids.add(block["id"])
                open_calls[block["id"]] = block.get("toolset_name")
                if not tools:
                    raise invalid("tools: required when messages hold tool use")
                if block.get("toolset_name") and not any(_is_toolset(tool) for tool in tools):
                    raise invalid(f"messages.{index}: toolset {block['toolset_name']} is not declared")


def _is_toolset(tool: Mapping[str, Any]) -> bool:
    return tool.get("type") == "computer_toolset_20260801"


def check_images(body: Mapping[str, Any]) -> None:
    """Validate the number, formats and sizes of a request's images. Raises ApiError."""
    images = list(_images(body["messages"]))
    if len(images) > 100:
        raise invalid("messages: too many images, at most 100")
    side = 2000 if len(images) > 20 else 8000
    for source, of_toolset in images:
        if source["type"] != "base64":
            raise invalid("image.source: only base64 is served here")
        try:
            data = base64.b64decode(source["data"], validate=True)
            with Image.open(io.BytesIO(data)) as image:
                actual, width, height = Image.MIME[str(image.format)], image.width, image.height
        except (binascii.Error, OSError) as error:
            raise invalid("image.source.base64.data: Could not process image") from error
        if len(data) > MAX_IMAGE_BYTES:
            raise invalid(f"image exceeds 5 MB maximum: {len(data)} bytes > {MAX_IMAGE_BYTES} bytes")
        if actual != source["media_type"]:
            raise invalid(f"image.source: media type {source['media_type']} but the image is {actual}")
        if max(width, height) > side:
            raise invalid(f"image dimensions exceed max allowed size of {side} pixels")
        patches = math.ceil(width / 28) * math.ceil(height / 28)
        if of_toolset and (max(width, height) > 2576 or patches > 4784):
            raise invalid(f"tool_result image of {width}x{height} exceeds the model's maximum image size")


def _images(messages: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], bool]]:
    for message in messages:
        for block in blocks_of(message):
            content = block.get("content", [])
            for inner in [block, *(content if isinstance(content, list) else [])]:
                if inner["type"] == "image":
                    yield inner["source"], bool(block.get("toolset_name"))
