"""What the Messages API requires of a request, checked as strictly as the real one does.

Shapes come from the SDK's own parameter types, unknown fields refused; the rules between parts from the
API's documentation (tool use, computer use tool, vision limits, thinking, prompt caching, errors).
One rule is stricter than the API, which merges turns of the same role: here roles must alternate.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema
from anthropic import types
from PIL import Image
from pydantic import ConfigDict, TypeAdapter, ValidationError

from controller.agents.anthropic.computer import COMPUTERS, NAME
from controller.agents.anthropic.models import KNOWN, model_named
from controller.mock_model.turns import ApiError

KEY = "test-key"
VERSIONS = ("2023-06-01", "2026-10-21")
MODELS = KNOWN
MAX_BYTES = 32 * 2**20
MAX_IMAGE_BYTES = 5 * 2**20
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ID = re.compile(r"[a-zA-Z0-9_-]+")
_FORBID = ConfigDict(extra="forbid")
_FIELDS = set(types.message_create_params.MessageCreateParamsNonStreaming.__annotations__) | set(
    types.message_create_params.MessageCreateParamsBase.__annotations__
)


def _adapter(kind: Any) -> TypeAdapter[Any]:
    # A TypedDict takes no config from outside, but inherits that of a list around it.
    return TypeAdapter(list[kind], config=_FORBID)


_BLOCKS: dict[str, TypeAdapter[Any]] = {
    "text": _adapter(types.TextBlockParam),
    "image": _adapter(types.ImageBlockParam),
    "tool_use": _adapter(types.ToolUseBlockParam),
    "tool_result": _adapter(types.ToolResultBlockParam),
    "thinking": _adapter(types.ThinkingBlockParam),
    "redacted_thinking": _adapter(types.RedactedThinkingBlockParam),
}
_ALLOWED = {
    "user": {"text", "image", "tool_result"},
    "assistant": {"text", "tool_use", "thinking", "redacted_thinking"},
}
_THINKING = {
    "adaptive": _adapter(types.ThinkingConfigAdaptiveParam),
    "between_tools": _adapter(types.ThinkingConfigBetweenToolsParam),
    "enabled": _adapter(types.ThinkingConfigEnabledParam),
    "disabled": _adapter(types.ThinkingConfigDisabledParam),
}
_TOOL = _adapter(types.ToolParam)
_COMPUTERS = {
    "computer_toolset_20260801": _adapter(types.ComputerToolset20260801Param),
    "computer_20251124": _adapter(types.beta.BetaToolComputerUse20251124Param),
    "computer_20250124": _adapter(types.beta.BetaToolComputerUse20250124Param),
}
_OUTPUT = _adapter(types.OutputConfigParam)


def invalid(message: str) -> ApiError:
    return ApiError(400, "invalid_request_error", message)


def check_headers(headers: Mapping[str, str], valid_key: str = "") -> None:
    """Raises ApiError unless the headers let a client in; with no `valid_key` any key does."""
    bearer = headers.get("authorization", "").removeprefix("Bearer ")
    key = headers.get("x-api-key") or bearer  # the SDK sends the key as a bearer token
    if not key:
        raise ApiError(401, "authentication_error", "x-api-key header is required")
    if valid_key and key != valid_key:
        raise ApiError(401, "authentication_error", "invalid x-api-key")
    version = headers.get("anthropic-version")
    if version is None:
        raise invalid("anthropic-version: header is required")
    if version not in VERSIONS:
        raise invalid(f'anthropic-version: "{version}" is not a valid version')


def check_request(raw: bytes, headers: Mapping[str, str], valid_key: str = "") -> dict[str, Any]:
    """The body of a valid request. Raises ApiError as the API would answer."""
    check_headers(headers, valid_key)
    if len(raw) > MAX_BYTES:
        raise ApiError(413, "request_too_large", "Request exceeds the maximum size")
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise invalid("The request body is not valid JSON") from error
    for field in body:
        if field not in _FIELDS:
            raise invalid(f"{field}: Extra inputs are not permitted")
    for field in ("model", "max_tokens", "messages"):
        if field not in body:
            raise invalid(f"{field}: Field required")
    if not isinstance(body["max_tokens"], int) or not 1 <= body["max_tokens"] <= 128_000:
        raise invalid("max_tokens: Input should be between 1 and 128000")
    if body["model"] not in MODELS:
        raise ApiError(404, "not_found_error", f"model: {body['model']}")
    _check_settings(body)
    _check_system(body.get("system", []))
    betas = [beta.strip() for beta in headers.get("anthropic-beta", "").split(",")]
    _check_tools(body.get("tools", []), body["model"], betas)
    _check_messages(body)
    _check_images(body)
    _check_caching(body)
    _check_thinking(body)
    return dict(body)


def _check_settings(body: Mapping[str, Any]) -> None:
    thinking = body.get("thinking")
    if thinking is not None:
        kind = thinking.get("type")
        if kind not in model_named(body["model"]).thinking:
            raise invalid(f'"thinking.type.{kind}" is not supported for this model.')
        _shape(_THINKING[kind], thinking, "thinking")
        if kind == "enabled" and not 1024 <= thinking["budget_tokens"] < body["max_tokens"]:
            raise invalid("thinking.enabled.budget_tokens: must be at least 1024 and less than max_tokens")
    if body.get("output_config") is not None:
        _shape(_OUTPUT, body["output_config"], "output_config")
    if body.get("tool_choice", {"type": "auto"}).get("type") not in ("auto", "none"):
        raise invalid("tool_choice: forced tool use is not supported for this model")


def _check_system(system: Any) -> None:
    for index, block in enumerate(system if isinstance(system, list) else []):
        _shape(_BLOCKS["text"], block, f"system.{index}")


def _check_tools(tools: list[dict[str, Any]], model: str, betas: list[str]) -> None:
    names: set[str] = set()
    for index, tool in enumerate(tools):
        where, kind = f"tools.{index}", tool.get("type", "custom")
        if kind in COMPUTERS:
            computer = COMPUTERS[kind]
            if computer.beta and computer.beta not in betas:
                raise invalid(f"{where}: Input tag '{kind}' does not match any of the expected tags")
            if computer != model_named(model).computer:
                raise invalid(f"{where}: this model does not support {kind}")
            _shape(_COMPUTERS[kind], tool, where)
            if computer.is_toolset:
                _check_members(tool.get("configs") or {}, where)
            name = NAME
        elif kind == "custom":
            _shape(_TOOL, tool, where)
            name = tool["name"]
            if not _NAME.fullmatch(name):
                raise invalid(f"{where}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'")
            _check_schema(tool["input_schema"], f"{where}.custom.input_schema")
        else:
            raise invalid(f"{where}: Input tag '{kind}' does not match any of the expected tags")
        if name in names:
            raise invalid("tools: Tool names must be unique.")
        names.add(name)


def _check_members(configs: Mapping[str, Any], where: str) -> None:
    members = set(types.ComputerToolsetConfigsParam.__annotations__)
    if {name for name, config in configs.items() if (config or {}).get("enabled") is False} == members:
        raise invalid(f"{where}.configs: at least one member must be enabled")
    if len({bool((configs.get(name) or {}).get("defer_loading")) for name in members}) > 1:
        raise invalid(f"{where}.configs: defer_loading must be the same on every enabled member")


def _check_schema(schema: Mapping[str, Any], where: str) -> None:
    if schema.get("type") != "object":
        raise invalid(f"{where}.type: Input should be 'object'")
    if {"oneOf", "allOf", "anyOf"} & set(schema):
        raise invalid(f"{where}: input_schema does not support oneOf, allOf, or anyOf at the top level")
    try:
        jsonschema.Draft202012Validator.check_schema(dict(schema))
    except jsonschema.SchemaError as error:
        raise invalid(f"{where}: JSON schema is invalid. It must match JSON Schema draft 2020-12") from error


def _check_messages(body: Mapping[str, Any]) -> None:
    messages = body["messages"]
    if not isinstance(messages, list) or not messages:
        raise invalid("messages: at least one message is required")
    for index, message in enumerate(messages):
        where = f"messages.{index}"
        if set(message) != {"role", "content"}:
            raise invalid(f"{where}: exactly role and content are expected")
        if message["role"] != ("user", "assistant")[index % 2]:
            raise invalid("messages: roles must alternate between user and assistant, user first")
        blocks = _blocks(message)
        if not blocks:
            raise invalid(f"{where}: all messages must have non-empty content")
        for place, block in enumerate(blocks):
            _check_block(block, message["role"], f"{where}.content.{place}")
    if messages[-1]["role"] == "assistant":
        raise invalid("This model does not support assistant message prefill.")
    _check_pairs(messages, body.get("tools", []))


def _blocks(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def _check_block(block: Mapping[str, Any], role: str, where: str) -> None:
    kind = block.get("type")
    if kind not in _ALLOWED[role]:
        raise invalid(f"{where}: `{kind}` blocks are not permitted in {role} messages")
    _shape(_BLOCKS[kind], block, f"{where}.{kind}")
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
    seen: set[str] = set()
    open_calls: dict[str, str | None] = {}
    for index, message in enumerate(messages):
        blocks = _blocks(message)
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
                if block["id"] in seen or not _ID.fullmatch(block["id"]):
                    raise invalid(
                        f"messages.{index}: `tool_use` ids must be unique and match '^[a-zA-Z0-9_-]+$'"
                    )
                seen.add(block["id"])
                open_calls[block["id"]] = block.get("toolset_name")
                if not tools:
                    raise invalid("tools: required when messages hold tool use")
                if block.get("toolset_name") and not any(_is_toolset(tool) for tool in tools):
                    raise invalid(f"messages.{index}: toolset {block['toolset_name']} is not declared")


def _is_toolset(tool: Mapping[str, Any]) -> bool:
    return tool.get("type") == "computer_toolset_20260801"


def _check_images(body: Mapping[str, Any]) -> None:
    found = list(_images(body["messages"]))
    if len(found) > 100:
        raise invalid("messages: too many images, at most 100")
    side = 2000 if len(found) > 20 else 8000
    for source, of_toolset in found:
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
        for block in _blocks(message):
            content = block.get("content", [])
            for inner in [block, *(content if isinstance(content, list) else [])]:
                if inner["type"] == "image":
                    yield inner["source"], bool(block.get("toolset_name"))


def _check_caching(body: Mapping[str, Any]) -> None:
    marked = list(_marked(body))
    if len(marked) > 4:
        raise invalid(f"A maximum of 4 blocks with cache_control may be provided. Found {len(marked)}.")
    if any(block.get("type") in ("thinking", "redacted_thinking") for block in marked):
        raise invalid("cache_control cannot be set on thinking blocks")


def _marked(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if value.get("cache_control"):
            yield value
        for inner in value.values():
            yield from _marked(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _marked(inner)


def _check_thinking(body: Mapping[str, Any]) -> None:
    bound = model_named(body["model"]).bound
    for index, message in enumerate(body["messages"]):
        for block in _blocks(message):
            if block["type"] != "thinking":
                continue
            if block["signature"] != sign(body, index, block["thinking"]):
                raise invalid(
                    f"messages.{index}: `thinking` blocks must remain as they were in the original response"
                    + (", after the same system, tools and messages" if bound else "")
                )
    if (body.get("thinking") or {}).get("type") == "enabled":
        _check_turn_begins_with_thinking(body["messages"])


def _check_turn_begins_with_thinking(messages: list[dict[str, Any]]) -> None:
    """With a budget of thinking, the turn that tools are being called in keeps the thinking it began with."""
    turn = next(
        (
            index + 1
            for index in range(len(messages) - 1, -1, -1)
            if messages[index]["role"] == "user"
            and not any(block["type"] == "tool_result" for block in _blocks(messages[index]))
        ),
        0,
    )
    if turn < len(messages) and _blocks(messages[turn])[0]["type"] not in ("thinking", "redacted_thinking"):
        found = _blocks(messages[turn])[0]["type"]
        raise invalid(
            f"messages.{turn}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. "
            "When `thinking` is enabled, a final `assistant` message must start with a thinking block."
        )


def sign(body: Mapping[str, Any], upto: int, thinking: str) -> str:
    """The signature of thinking that followed the first `upto` messages, all earlier thinking left out.

    That of a model whose thinking is not bound to the conversation is of the thinking alone.
    """
    if not model_named(body["model"]).bound:
        return hashlib.sha256(thinking.encode()).hexdigest()
    messages = [
        {**message, "content": [block for block in _blocks(message) if block["type"] != "thinking"]}
        for message in body["messages"][:upto]
    ]
    prefix = _unmarked([body.get("system"), body.get("tools"), messages, thinking])
    return hashlib.sha256(json.dumps(prefix, sort_keys=True).encode()).hexdigest()


def _unmarked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unmarked(inner) for key, inner in value.items() if key != "cache_control"}
    return [_unmarked(inner) for inner in value] if isinstance(value, list) else value


def _shape(adapter: TypeAdapter[Any], value: Any, where: str) -> None:
    try:
        adapter.validate_python([value], strict=True)
    except ValidationError as error:
        detail = error.errors()[0]
        place = ".".join([where, *(str(part) for part in detail["loc"][1:])])
        raise invalid(f"{place}: {detail['msg']}") from error
