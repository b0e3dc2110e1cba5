"""Validation of requests of the Messages API, as strict as the API's own.

Types are the SDK's own parameter types, with unknown fields refused. All other rules are from the API's documentation
(tool use, computer use tool, tool search, vision limits, thinking, prompt caching, errors).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from anthropic import types

from plugins.mock_models.anthropic_compaction import check_compaction
from plugins.mock_models.anthropic_message_rules import BLOCKS, check_images, check_messages
from plugins.mock_models.anthropic_models import NAMES, ServedModel, find_model
from plugins.mock_models.anthropic_shapes import blocks_of, check_shape, invalid
from plugins.mock_models.anthropic_tool_rules import check_tools
from plugins.mock_models.odd_forms import take_back
from plugins.mock_models.shapes import adapter
from plugins.mock_models.turns import ApiError

KEY = "test-key-of-no-account"
VERSIONS = ("2023-06-01", "2026-10-21")
MODELS = NAMES
MAX_BYTES = 32 * 2**20
_FIELDS = set(types.message_create_params.MessageCreateParamsNonStreaming.__annotations__) | set(
    types.message_create_params.MessageCreateParamsBase.__annotations__
)
_THINKING = {
    "adaptive": adapter(types.ThinkingConfigAdaptiveParam),
    "between_tools": adapter(types.ThinkingConfigBetweenToolsParam),
    "enabled": adapter(types.ThinkingConfigEnabledParam),
    "disabled": adapter(types.ThinkingConfigDisabledParam),
}
_OUTPUT = adapter(types.OutputConfigParam)


def check_headers(headers: Mapping[str, str], valid_key: str = "") -> None:
    """Check key and version; any key is valid if `valid_key` is empty. Raises ApiError."""
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


def check_request(
    raw: bytes, headers: Mapping[str, str], valid_key: str = "", *, any_model: bool = False
) -> dict[str, Any]:
    """Validate a request and return its body. Raises ApiError with the API's own error."""
    check_headers(headers, valid_key)
    if len(raw) > MAX_BYTES:
        raise ApiError(413, "request_too_large", "Request exceeds the maximum size")
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise invalid("The request body is not valid JSON") from error
    for field in body:
        if field not in _FIELDS | {"compaction"}:
            raise invalid(f"{field}: Extra inputs are not permitted")
    for field in ("model", "max_tokens", "messages"):
        if field not in body:
            raise invalid(f"{field}: Field required")
    body = take_back(body)
    if not isinstance(body["max_tokens"], int) or body["max_tokens"] < 1:
        raise invalid("max_tokens: Input should be greater than or equal to 1")
    if body["model"] not in MODELS and not (any_model and isinstance(body["model"], str)):
        raise ApiError(404, "not_found_error", f"model: {body['model']}")
    longest = find_model(body["model"]).max_tokens
    if body["max_tokens"] > longest:
        raise invalid(
            f"max_tokens: {body['max_tokens']} > {longest}, which is the maximum allowed number of output tokens "
            f"for {body['model']}"
        )
    _check_settings(body)
    _check_system(body.get("system", []))
    betas = [beta.strip() for beta in headers.get("anthropic-beta", "").split(",")]
    check_tools(body.get("tools", []), body["model"], betas)
    check_compaction(body, betas)
    check_messages(body)
    check_images(body)
    _check_caching(body)
    _check_thinking(body)
    return dict(body)


def _check_settings(body: Mapping[str, Any]) -> None:
    model = find_model(body["model"])
    thinking = body.get("thinking")
    if thinking is not None:
        kind = thinking.get("type")
        if kind not in _THINKING:
            raise invalid(f"thinking: Input tag '{kind}' does not match any of the expected tags")
        if kind in model.refused_thinking:
            raise invalid(f'"thinking.type.{kind}" is not supported for this model.')
        check_shape(_THINKING[kind], thinking, "thinking")
        if kind == "enabled" and not 1024 <= thinking["budget_tokens"] < body["max_tokens"]:
            raise invalid("thinking.enabled.budget_tokens: must be at least 1024 and less than max_tokens")
    if body.get("output_config") is not None:
        check_shape(_OUTPUT, body["output_config"], "output_config")
        _check_effort(body["output_config"].get("effort"), model, (thinking or {}).get("type", ""))
    if body.get("tool_choice", {"type": "auto"}).get("type") not in ("auto", "none"):
        raise invalid("tool_choice: forced tool use is not supported for this model")


def _check_effort(effort: str | None, model: ServedModel, thinking: str) -> None:
    if effort is None:
        return
    if not model.efforts:
        raise invalid("This model does not support the effort parameter.")
    if effort not in model.efforts:
        levels = ", ".join(sorted(model.efforts))
        raise invalid(f"output_config.effort: {effort} is not supported for this model; supported: {levels}")
    if thinking in ("disabled", "between_tools") and effort in model.refused_efforts_off:
        raise invalid(f'"thinking.type.{thinking}" is not supported with output_config.effort {effort}.')


def _check_system(system: Any) -> None:
    for index, block in enumerate(system if isinstance(system, list) else []):
        check_shape(BLOCKS["text"], block, f"system.{index}")


def _check_caching(body: Mapping[str, Any]) -> None:
    marked = list(_blocks_with_mark(body))
    if len(marked) > 4:
        raise invalid(f"A maximum of 4 blocks with cache_control may be provided. Found {len(marked)}.")
    if any(block.get("type") in ("thinking", "redacted_thinking") for block in marked):
        raise invalid("cache_control cannot be set on thinking blocks")


def _blocks_with_mark(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if value.get("cache_control"):
            yield value
        for inner in value.values():
            yield from _blocks_with_mark(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _blocks_with_mark(inner)


def _check_thinking(body: Mapping[str, Any]) -> None:
    bound = find_model(body["model"]).preserves_thinking
    for index, message in enumerate(body["messages"]):
        for block in blocks_of(message):
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
    """Check that a turn with tool calls still starts with its thinking, as required with a budget of thinking."""
    turn = next(
        (
            index + 1
            for index in range(len(messages) - 1, -1, -1)
            if messages[index]["role"] == "user"
            and not any(block["type"] == "tool_result" for block in blocks_of(messages[index]))
        ),
        0,
    )
    if turn < len(messages) and blocks_of(messages[turn])[0]["type"] not in ("thinking", "redacted_thinking"):
        kind = blocks_of(messages[turn])[0]["type"]
        raise invalid(
            f"messages.{turn}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{kind}`. "
            "When `thinking` is enabled, a final `assistant` message must start with a thinking block."
        )


def sign(body: Mapping[str, Any], upto: int, thinking: str) -> str:
    """The signature of a thinking block.

    It covers system prompt, tools, and messages without their thinking; for a model whose thinking is not bound to the
    conversation, only the thinking itself.

    Args:
        body: The request.
        upto: The number of messages before the thinking.
        thinking: The text of the thinking.
    """
    if not find_model(body["model"]).preserves_thinking:
        return hashlib.sha256(thinking.encode()).hexdigest()
    messages = [
        {**message, "content": [block for block in blocks_of(message) if block["type"] != "thinking"]}
        for message in body["messages"][:upto]
    ]
    prefix = _remove_marks([body.get("system"), body.get("tools"), messages, thinking])
    return hashlib.sha256(json.dumps(prefix, sort_keys=True).encode()).hexdigest()


def _remove_marks(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _remove_marks(inner) for key, inner in value.items() if key != "cache_control"}
    return [_remove_marks(inner) for inner in value] if isinstance(value, list) else value
