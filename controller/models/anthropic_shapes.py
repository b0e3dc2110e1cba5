"""Messages of Anthropic's API in their documented form, whole or from the events of a stream.

What compatible servers write otherwise is repaired: `deviations.py` lists it by leniency code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from controller.models.call_repairs import UNNAMED, CallIds, decode_twice
from controller.models.deviations import (
    ARGUMENTS_ENCODED_TWICE,
    ARGUMENTS_TEXT,
    CONTENT_FORM,
    EMPTY_ARGUMENTS,
    NO_FINISH_REASON,
    NO_USAGE,
    THINKING_WITHOUT_SIGNATURE,
)
from controller.models.event_streams import DONE, event_data
from testbed.errors import ModelApiError

Body = dict[str, Any]
_TEXTS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}
"""Deltas that continue a block's text of that name."""


def message_in(body: bytes) -> Body:
    """Return the message that the events of a stream add up to.

    A call's input that is no JSON object stays text. A stream that reports an error gives that error's event.

    Raises:
        ModelApiError: The stream ends before the message does.
        ValueError: An event is not JSON.
    """
    message: Body = {}
    blocks: dict[int, Body] = {}
    inputs: dict[int, str] = {}
    ended = False
    for data in event_data(body):
        event = {} if data == DONE else json.loads(data)
        if not isinstance(event, dict):
            continue
        index = event.get("index")
        at = index if isinstance(index, int) else max(blocks, default=0)
        match event.get("type"):
            case "error":
                return event
            case "message_start":
                message = dict(_object(event.get("message")))
            case "content_block_start":
                blocks[at] = dict(_object(event.get("content_block")))
            case "content_block_delta":
                _add(_object(event.get("delta")), at, blocks.setdefault(at, {}), inputs)
            case "message_delta":
                message |= _drop_none(_object(event.get("delta")))
                message["usage"] = {
                    **_object(message.get("usage")),
                    **_drop_none(_object(event.get("usage"))),
                }
            case "message_stop":
                ended = True
    if not ended:
        raise ModelApiError("the model API's response ended before the message did")
    for at, text in inputs.items():
        if text:
            blocks[at]["input"] = _json_object(text)
    return {**message, "content": [blocks[at] for at in sorted(blocks)]}


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _drop_none(fields: Mapping[str, Any]) -> Body:
    return {name: value for name, value in fields.items() if value is not None}


def _add(delta: Mapping[str, Any], at: int, block: Body, inputs: dict[int, str]) -> None:
    kind = delta.get("type")
    if kind == "input_json_delta":
        inputs[at] = inputs.get(at, "") + str(delta.get("partial_json") or "")
    elif kind in _TEXTS:
        name = _TEXTS[kind]
        block[name] = str(block.get(name) or "") + str(delta.get(name) or "")
    elif kind == "citations_delta":
        block["citations"] = [*(block.get("citations") or []), delta.get("citation")]


def _json_object(text: str) -> object:
    """The object that a text is the JSON of; else the text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict) else text


def repair_message(data: object, turn: int, codes: list[str]) -> Body:
    """Return a message whose blocks have the fields that the API documents.

    Args:
        data: The response's JSON.
        turn: How many messages the request had.
        codes: The list that leniency codes are appended to.

    Raises:
        ModelApiError: The response is no message.
    """
    if not isinstance(data, dict) or "content" not in data:
        raise _no_message(data)
    content = data["content"]
    if isinstance(content, str):
        codes.append(CONTENT_FORM)
        content = [{"type": "text", "text": content}]
    if not isinstance(content, list | None):
        raise _no_message(data)
    ids = CallIds(data, turn, codes)
    blocks = [_block(block, ids, codes) for block in content or ()]
    if not all(blocks):
        raise _no_message(data)
    stop = data.get("stop_reason")
    if not isinstance(stop, str):
        codes.append(NO_FINISH_REASON)
        stop = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
    return {**data, "content": blocks, "stop_reason": stop, "usage": _usage(data.get("usage"), codes)}


def _usage(usage: object, codes: list[str]) -> Body:
    counts = dict(_object(usage))
    required = ("input_tokens", "output_tokens")
    if not all(isinstance(counts.get(name), int) for name in required):
        codes.append(NO_USAGE)
    return counts | {name: counts[name] if isinstance(counts.get(name), int) else 0 for name in required}


_REQUIRED = {
    "server_tool_use": ("id", "name"),
    "tool_search_tool_result": ("tool_use_id",),
    "thinking": ("thinking",),
}
"""Texts that blocks must have."""


def _block(block: object, ids: CallIds, codes: list[str]) -> Body:
    """A block, empty if it cannot be read."""
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        return {}
    if not all(isinstance(block.get(field), str) for field in _REQUIRED.get(block["type"], ())):
        return {}
    match block["type"]:
        case "text":
            text = block.get("text") or ""
            return {**block, "text": text} if isinstance(text, str) else {}
        case "thinking" if not block.get("signature"):
            codes.append(THINKING_WITHOUT_SIGNATURE)
            return {name: value for name, value in block.items() if name != "signature"}
        case "tool_use":
            name = block.get("name")
            return {
                **block,
                "id": ids.id(block.get("id"), "toolu_"),
                "name": name if isinstance(name, str) and name else UNNAMED,
                "input": _input(block.get("input"), codes),
            }
        case "tool_search_tool_result":
            return block if _is_search_result(block.get("content")) else {}
    return block


def _input(given: object, codes: list[str]) -> object:
    """A call's input: an object, or text that the agent rejects with an error for the model."""
    if given is None or given == "":
        codes.append(EMPTY_ARGUMENTS)
        return {}
    if not isinstance(given, str):
        return given
    inner = decode_twice(given)
    value = _json_object(inner or given)
    if isinstance(value, dict):
        codes.append(ARGUMENTS_ENCODED_TWICE if inner else ARGUMENTS_TEXT)
    return value


def _is_search_result(content: object) -> bool:
    references = _object(content).get("tool_references", [])
    return (
        isinstance(content, dict)
        and isinstance(references, list)
        and all(isinstance(item, dict) and isinstance(item.get("tool_name"), str) for item in references)
    )


def _no_message(data: object) -> ModelApiError:
    return ModelApiError(f"the model API's response is not a message: {str(data)[:200]}")
