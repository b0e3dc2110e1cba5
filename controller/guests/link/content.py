"""Results of tools from what MCP servers send: texts, pictures of any format, sound, resources, links."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from controller.core.guest import ToolResult
from controller.core.pictures import frames_of, is_png, to_png
from testbed.errors import GuestError

DATA_ELSEWHERE = "[the data of a part of the result]"


def tool_result_from(result: CallToolResult) -> ToolResult:
    """The result of a call as the guest's MCP server answers it.

    Pictures become PNG; of an animation the first frame. What no model can be shown is named in the text, in its place.

    Raises:
        GuestError: A picture or a resource is not base64.
    """
    texts: list[str] = []
    images: list[bytes] = []
    for part in result.content:
        for item in _items(part):
            if isinstance(item, str):
                texts.append(item)
            else:
                images.append(item)
    payloads = frozenset(filter(None, map(_payload, result.content)))
    data = _without(payloads, result.structured_content) if payloads else result.structured_content
    return ToolResult("\n".join(texts), bool(result.is_error), data, tuple(images))


def _payload(part: ContentBlock) -> str:
    """The base64 of a part, "" of a text."""
    match part:
        case ImageContent() | AudioContent():
            return part.data
        case EmbeddedResource(resource=BlobResourceContents() as resource):
            return resource.blob
    return ""


def _without(payloads: frozenset[str], value: Any) -> Any:
    """Structured data without the base64 that it repeats from the content: a model would read it as text."""
    match value:
        case str() if value in payloads:
            return DATA_ELSEWHERE
        case dict():
            return {key: _without(payloads, item) for key, item in value.items()}
        case list():
            return [_without(payloads, item) for item in value]
    return value


def _items(part: ContentBlock) -> Iterator[str | bytes]:
    """The texts and the pictures, as PNG, that a part of a result stands for."""
    match part:
        case TextContent():
            yield part.text
        case ImageContent():
            yield from _picture(_decode("picture", part.data), part.mime_type)
        case AudioContent():
            yield f"[sound left out: {part.mime_type}, {len(_decode('sound', part.data)):,} bytes]"
        case ResourceLink():
            kind = f", {part.mime_type}" if part.mime_type else ""
            yield f"[resource {part.name}: {part.uri}{kind}]"
        case EmbeddedResource(resource=TextResourceContents() as resource):
            yield resource.text
        case EmbeddedResource(resource=BlobResourceContents() as resource):
            data, kind = _decode("resource", resource.blob), resource.mime_type or "no type given"
            if kind.startswith("image/"):
                yield from _picture(data, kind)
            else:
                yield f"[resource {resource.uri} left out: {kind}, {len(data):,} bytes]"


def _picture(data: bytes, kind: str) -> Iterator[str | bytes]:
    if is_png(data):
        yield data  # its limits are checked where it is used
        return
    try:
        frames = frames_of(data)
        yield to_png(data)
    except GuestError as error:
        yield f"[a picture left out ({kind}): {error.message}]"
        return
    if frames > 1:
        yield f"[the first of {frames} frames]"


def _decode(what: str, data: str) -> bytes:
    try:
        return base64.b64decode(data)
    except ValueError as error:
        raise GuestError(f"the guest's tool returned a {what} that is not base64: {error}") from error
