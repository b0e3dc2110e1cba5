"""Validation of requests of the Chat Completions API, as strict as the API's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from openai.types import chat
from openai.types.chat import completion_create_params

from plugins.mock_models.openai_models import THINKING
from plugins.mock_models.openai_rules import (
    RuleError,
    check_count,
    check_detail,
    check_effort,
    check_functions,
    check_images,
    check_sampling,
    check_shape,
    find_model,
    invalid,
    read_body,
)
from plugins.mock_models.shapes import adapter
from plugins.mock_models.turns import Body

FIELDS = frozenset(completion_create_params.CompletionCreateParamsBase.__annotations__) | {"stream"}
SERVER_FIELDS = frozenset({"min_p", "repetition_penalty", "top_k"})
"""Sampling parameters that servers of open models take besides."""
MAX_CALL_ID = 40
_MESSAGES = {
    "system": adapter(chat.ChatCompletionSystemMessageParam),
    "developer": adapter(chat.ChatCompletionDeveloperMessageParam),
    "user": adapter(chat.ChatCompletionUserMessageParam),
    "assistant": adapter(chat.ChatCompletionAssistantMessageParam),
    "tool": adapter(chat.ChatCompletionToolMessageParam),
}
_PARTS = {
    "text": adapter(chat.ChatCompletionContentPartTextParam),
    "image_url": adapter(chat.ChatCompletionContentPartImageParam),
    "refusal": adapter(chat.ChatCompletionContentPartRefusalParam),
}
_ALLOWED = {
    "user": ("text", "image_url"),
    "assistant": ("text", "refusal"),
}
_CALL = adapter(chat.ChatCompletionMessageFunctionToolCallParam)
_TOOL = adapter(chat.ChatCompletionFunctionToolParam)
_SETTINGS = adapter(completion_create_params.CompletionCreateParamsBase)


def check_request(raw: bytes, *, any_model: bool = False) -> Body:
    """Validate a request and return its body. Raises RuleError."""
    body = read_body(raw, FIELDS | SERVER_FIELDS, ("model", "messages"), any_model=any_model)
    _check_server_fields(body)
    _check_settings(body)
    tools = body.get("tools")
    if tools is not None and not tools:
        raise invalid(
            "Invalid 'tools': empty array. Expected an array with minimum length 1.",
            "tools",
            "empty_array",
        )
    for index, tool in enumerate(tools or ()):
        check_shape(_TOOL, tool, f"tools[{index}]")
    check_count(tools or ())
    check_functions(
        [(f"tools[{index}].function", tool["function"]) for index, tool in enumerate(tools or ())]
    )
    messages = body["messages"]
    if not isinstance(messages, list) or not messages:
        raise invalid("Invalid 'messages': at least one message is expected.", "messages")
    reasons = body["model"] in THINKING
    for index, message in enumerate(messages):
        _check_message(_without_reasoning(message, index) if reasons else message, f"messages[{index}]")
    _check_calls(messages)
    images = list(_images(messages))
    for where, image in images:
        check_detail(body["model"], image.get("detail"), where)
    check_images([(f"{where}.url", image.get("url")) for where, image in images])
    return body


def _check_server_fields(body: Body) -> None:
    for field in sorted(SERVER_FIELDS & body.keys()):
        if find_model(body["model"]) is not None:
            raise invalid(f"Unknown parameter: '{field}'.", field, "unknown_parameter")
        value = body[field]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise invalid(f"Invalid '{field}': a number is expected.", field, "invalid_type")


def _check_settings(body: Body) -> None:
    known = find_model(body["model"])
    if known is not None and not known.chat:
        raise RuleError(
            404,
            "invalid_request_error",
            "This model is only supported in v1/responses and not in v1/chat/completions.",
            "model",
        )
    if "max_tokens" in body and known is not None and known.reasons:
        raise invalid(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            "max_tokens",
            "unsupported_parameter",
        )
    for field in ("max_tokens", "max_completion_tokens"):
        limit = body.get(field)
        if limit is not None and (not isinstance(limit, int) or limit < 1):
            raise invalid(f"Invalid '{field}': at least 1 is expected.", field, "integer_below_min_value")
    if body.get("stream_options") and not body.get("stream"):
        raise invalid(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options"
        )
    if body.get("n", 1) != 1:
        raise invalid("More than one choice is not served here.", "n")
    shape = {name: value for name, value in body.items() if name not in SERVER_FIELDS | {"tools", "stream"}}
    check_shape(_SETTINGS, {**shape, "messages": []}, "body")
    effort = body.get("reasoning_effort")
    check_effort(body["model"], effort, "reasoning_effort")
    check_sampling(body, effort)
    allowed = known.chat_tools_efforts if known is not None else None
    if body.get("tools") and allowed is not None and (effort or "") not in allowed:
        raise invalid(
            f"Function tools with reasoning_effort are not supported for {body['model']} in "
            "/v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
            "reasoning_effort",
        )


def _without_reasoning(message: Any, index: int) -> Any:
    """A message without the field that OpenAI's API does not have. Raises RuleError where it is missing."""
    if not isinstance(message, Mapping) or message.get("role") != "assistant":
        return message
    if message.get("tool_calls") and not isinstance(message.get("reasoning_content"), str):
        raise invalid(f"Missing `reasoning_content` field in the assistant message at message index {index}.")
    return {name: value for name, value in message.items() if name != "reasoning_content"}


def _check_message(message: Any, where: str) -> None:
    role = message.get("role") if isinstance(message, Mapping) else None
    if role not in _MESSAGES:
        raise invalid(
            f"Invalid value: '{role}'. Supported values are: {', '.join(map(repr, _MESSAGES))}.",
            f"{where}.role",
            "invalid_value",
        )
    check_shape(_MESSAGES[role], message, where)
    content = message.get("content")
    if isinstance(content, list):
        if not content:
            raise invalid(f"Invalid '{where}.content': empty array.", f"{where}.content", "empty_array")
        for place, part in enumerate(content):
            _check_part(part, role, f"{where}.content[{place}]")
    if role == "assistant":
        calls = message.get("tool_calls")
        if calls is not None and not calls:
            raise invalid(f"Invalid '{where}.tool_calls': empty array.", f"{where}.tool_calls", "empty_array")
        if content is None and not calls:
            raise invalid(
                f"Invalid value for '{where}.content': expected a string, got null.", f"{where}.content"
            )
        for place, call in enumerate(calls or ()):
            check_shape(_CALL, call, f"{where}.tool_calls[{place}]")


def _check_part(part: Any, role: str, where: str) -> None:
    allowed = _ALLOWED.get(role, ("text",))
    kind = part.get("type") if isinstance(part, Mapping) else None
    if kind not in allowed:
        message = f"Invalid value: '{kind}'. {role} messages take {' and '.join(allowed)} alone."
        raise invalid(message, f"{where}.type", "invalid_value")
    check_shape(_PARTS[str(kind)], part, where)


def _check_calls(messages: Sequence[Body]) -> None:
    """Check that the tool messages directly follow the message with the calls, one for each call."""
    open_calls: list[str] = []
    for index, message in enumerate(messages):
        if message["role"] == "tool":
            call = message["tool_call_id"]
            if call not in open_calls:
                raise invalid(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceding message "
                    f"with 'tool_calls'; '{call}' is none of its calls, or answered already.",
                    f"messages[{index}].tool_call_id",
                )
            open_calls.remove(call)
            continue
        _none_open(open_calls, index)
        calls = [call["id"] for call in message.get("tool_calls") or ()]
        if len(set(calls)) != len(calls) or any(not 1 <= len(call) <= MAX_CALL_ID for call in calls):
            raise invalid(
                f"Invalid 'messages[{index}].tool_calls': ids must be unique, 1 to {MAX_CALL_ID} characters.",
                f"messages[{index}].tool_calls",
            )
        open_calls = calls
    _none_open(open_calls, len(messages))


def _none_open(calls: Sequence[str], index: int) -> None:
    if calls:
        raise invalid(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            f"'tool_call_id'. The following tool_call_ids did not have response messages: {', '.join(calls)}",
            f"messages[{index}].role",
        )


def _images(messages: Sequence[Body]) -> Iterator[tuple[str, Body]]:
    """Each image with its place."""
    for index, message in enumerate(messages):
        content = message.get("content")
        for place, part in enumerate(content if isinstance(content, list) else ()):
            if part["type"] == "image_url":
                yield f"messages[{index}].content[{place}].image_url", part["image_url"]
