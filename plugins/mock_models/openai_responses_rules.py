"""Validation of requests of the Responses API, as strict as the API's own.

Stricter than the API in one respect: types of items and tools that testbed does not use are refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from openai.types import responses
from openai.types.responses import response_create_params, response_input_item_param

from plugins.mock_models.odd_forms import take_back
from plugins.mock_models.openai_rules import (
    check_detail,
    check_effort,
    check_images,
    check_sampling,
    check_shape,
    find_model,
    invalid,
    read_body,
)
from plugins.mock_models.openai_search_rules import check_searches
from plugins.mock_models.openai_tool_rules import COMPUTERS, check_tools
from plugins.mock_models.shapes import adapter
from plugins.mock_models.turns import Body

FIELDS = frozenset(response_create_params.ResponseCreateParamsBase.__annotations__) | {"stream"}
_ITEMS = {
    "user": adapter(response_input_item_param.Message),
    "assistant": adapter(responses.ResponseOutputMessageParam),
    "function_call": adapter(responses.ResponseFunctionToolCallParam),
    "function_call_output": adapter(response_input_item_param.FunctionCallOutput),
    "computer_call": adapter(responses.ResponseComputerToolCallParam),
    "computer_call_output": adapter(response_input_item_param.ComputerCallOutput),
    "reasoning": adapter(responses.ResponseReasoningItemParam),
    "tool_search_call": adapter(response_input_item_param.ToolSearchCall),
    "tool_search_output": adapter(responses.ResponseToolSearchOutputItemParamParam),
    "compaction": adapter(responses.ResponseCompactionItemParam),
}
_PARTS = {
    "input_text": adapter(responses.ResponseInputTextParam),
    "input_image": adapter(responses.ResponseInputImageParam),
    "output_text": adapter(responses.ResponseOutputTextParam),
    "refusal": adapter(responses.ResponseOutputRefusalParam),
}
_OUTPUT_IMAGE = adapter(responses.ResponseInputImageContentParam)
_SUMMARY = adapter(responses.response_reasoning_item_param.Summary)
_ACKNOWLEDGED = adapter(response_input_item_param.ComputerCallOutputAcknowledgedSafetyCheck)
_PREFIXES = {
    "function_call": "fc",
    "computer_call": "cu",
    "reasoning": "rs",
    "message": "msg",
    "tool_search_call": "tsc",
    "tool_search_output": "tso",
}
_LED = re.compile(r"[a-z]+_(\w+)r_\d+")
"""The id of an item that a reasoning item led to (see `item_id`)."""


def item_id(prefix: str, number: int, place: int, *, led: bool) -> str:
    """The id of an output item, which encodes whether a reasoning item led to it."""
    return f"{prefix}_{number:04}{'r' if led else ''}_{place}"


def reasoning_id(number: int) -> str:
    """The id of a response's reasoning item."""
    return f"rs_{number:04}"


def seal(identity: str) -> str:
    """The encrypted content of a reasoning or compaction item."""
    return "sealed-" + hashlib.sha256(identity.encode()).hexdigest()


def check_request(raw: bytes, stored: Mapping[str, Sequence[Body]], *, any_model: bool = False) -> Body:
    """Validate a request.

    Args:
        raw: The body as received.
        stored: The items of earlier conversations, by the id of their last response.
        any_model: Whether a model of any name is served.

    Returns:
        The body, with its input as a list of items.

    Raises:
        RuleError: The request is invalid.
    """
    body = take_back(read_body(raw, FIELDS, ("model", "input"), any_model=any_model))
    if isinstance(body["input"], str):
        text = {"type": "input_text", "text": body["input"]}
        body["input"] = [{"type": "message", "role": "user", "content": [text]}]
    _check_settings(body)
    check_tools(body)
    items = body["input"]
    if not isinstance(items, list) or not items:
        raise invalid("Invalid 'input': an array with at least one item is expected.", "input")
    check_items(items)
    images = list(_images(items))
    for where, part in images:
        check_detail(body["model"], part.get("detail"), where)
    check_images([(f"{where}.image_url", part.get("image_url")) for where, part in images])
    earlier: Sequence[Body] = ()
    previous = body.get("previous_response_id")
    if previous is not None:
        if previous not in stored:
            raise invalid(
                f"Previous response with id '{previous}' not found.",
                "previous_response_id",
                "previous_response_not_found",
            )
        earlier = stored[previous]
    _check_calls([*earlier, *items], body.get("tools") or [])
    check_searches([*earlier, *items], body.get("tools") or [])
    _check_reasoning([*earlier, *items], earlier_count=len(earlier))
    return body


def check_items(items: Sequence[Body]) -> None:
    """Check the form of each item of an input. Raises RuleError."""
    for index, item in enumerate(items):
        _check_item(item, f"input[{index}]")


def _check_settings(body: Body) -> None:
    model = body["model"]
    limit = body.get("max_output_tokens")
    if limit is not None and (not isinstance(limit, int) or limit < 16):
        raise invalid(
            "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.",
            "max_output_tokens",
            "integer_below_min_value",
        )
    known = find_model(model)
    reasons = known is not None and known.reasons
    if "reasoning.encrypted_content" in (body.get("include") or ()) and not reasons:
        raise invalid("Encrypted content is not supported with this model.", "include")
    if body.get("reasoning") and not reasons:
        raise invalid(
            "Unsupported parameter: 'reasoning' is not supported with this model.",
            "reasoning",
            "unsupported_parameter",
        )
    if model == "computer-use-preview" and body.get("truncation") != "auto":
        raise invalid("The model requires 'truncation' to be 'auto'.", "truncation")
    shape = {name: value for name, value in body.items() if name not in ("input", "tools", "stream")}
    check_shape(_SETTINGS, shape, "body")
    effort = (body.get("reasoning") or {}).get("effort")
    check_effort(model, effort, "reasoning.effort")
    check_sampling(body, effort)


_SETTINGS = adapter(response_create_params.ResponseCreateParamsBase)


def _check_item(item: Any, where: str) -> None:
    if not isinstance(item, Mapping):
        raise invalid(f"Invalid type for '{where}': expected an object.", where, "invalid_type")
    kind = item.get("type", "message")
    shape = ("assistant" if item.get("role") == "assistant" else "user") if kind == "message" else kind
    if shape not in _ITEMS:
        raise invalid(f"Invalid value: '{kind}'.", f"{where}.type", "invalid_value")
    for place, part in enumerate(_list_field(item, "content") if kind == "message" else ()):
        allowed = ("output_text", "refusal") if shape == "assistant" else ("input_text", "input_image")
        _check_part(part, allowed, f"{where}.content[{place}]")
    for place, part in enumerate(_list_field(item, "output") if kind == "function_call_output" else ()):
        _check_part(part, ("input_text", "input_image"), f"{where}.output[{place}]", output=True)
    check_shape(_ITEMS[shape], _without_detail(item), where)
    if kind == "compaction" and item["encrypted_content"] != seal(str(item.get("id"))):
        message = f"The encrypted content for item {item.get('id')} could not be verified."
        raise invalid(message, where, "invalid_encrypted_content")
    prefix = _PREFIXES.get(kind)
    if prefix and item.get("id") and not str(item["id"]).startswith(f"{prefix}_"):
        raise invalid(
            f"Invalid '{where}.id': '{item['id']}'. Expected an ID that begins with '{prefix}'.",
            f"{where}.id",
            "invalid_value",
        )
    call = item.get("call_id")
    if (kind in _PAIRS or kind in _PAIRS.values()) and (not call or len(call) > 64):
        message = f"Invalid '{where}.call_id': 1 to 64 characters."
        raise invalid(message, f"{where}.call_id", "invalid_value")
    for place, summary in enumerate(_list_field(item, "summary")):
        check_shape(_SUMMARY, summary, f"{where}.summary[{place}]")
    for place, check in enumerate(_list_field(item, "acknowledged_safety_checks")):
        check_shape(_ACKNOWLEDGED, check, f"{where}.acknowledged_safety_checks[{place}]")


def _without_detail(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """A computer call's output without the detail of its screenshot, which the guide sends and the SDK's type lacks."""
    output = item.get("output")
    if item.get("type") != "computer_call_output" or not isinstance(output, Mapping):
        return item
    return {**item, "output": {name: value for name, value in output.items() if name != "detail"}}


def _check_part(part: Any, allowed: Sequence[str], where: str, *, output: bool = False) -> None:
    kind = part.get("type") if isinstance(part, Mapping) else None
    if kind not in allowed:
        message = f"Invalid value: '{kind}'. Supported values are: {', '.join(map(repr, allowed))}."
        raise invalid(message, f"{where}.type", "invalid_value")
    check_shape(_OUTPUT_IMAGE if output and kind == "input_image" else _PARTS[str(kind)], part, where)


def _list_field(item: Mapping[str, Any], field: str) -> list[Any]:
    value = item.get(field)
    return value if isinstance(value, list) else []


def _images(items: Sequence[Body]) -> Iterator[tuple[str, Body]]:
    """Each image with its place."""
    for index, item in enumerate(items):
        for field in ("content", "output"):
            for place, part in enumerate(_list_field(item, field)):
                if part.get("type") == "input_image":
                    yield f"input[{index}].{field}[{place}]", part
        if item.get("type") == "computer_call_output":
            yield f"input[{index}].output", item["output"]


_PAIRS = {"function_call": "function_call_output", "computer_call": "computer_call_output"}


def _check_calls(items: Sequence[Body], tools: Sequence[Body]) -> None:
    """Check that each call has exactly one output of its type, with its safety checks acknowledged."""
    calls: dict[str, Body] = {}
    answered: set[str] = set()
    for item in items:
        kind, call = item.get("type", "message"), str(item.get("call_id"))
        if kind in _PAIRS:
            if call in calls:
                raise invalid(f"Duplicate call_id found in input: {call}.", "input")
            calls[call] = item
            hosted = any(tool["type"] in COMPUTERS for tool in tools)
            if kind == "computer_call" and not hosted:
                raise invalid("computer_call items need the computer tool in 'tools'.", "input")
        elif kind in _PAIRS.values():
            words = kind.replace("_", " ")
            if call not in calls or _PAIRS[calls[call]["type"]] != kind:
                raise invalid(f"No tool call found for {words} with call_id {call}.", "input")
            if call in answered:
                raise invalid(f"More than one {words} with call_id {call}.", "input")
            answered.add(call)
            _check_acknowledgement(calls[call], item)
    for call, item in calls.items():
        if call not in answered:
            words = item["type"].replace("_", " ")
            raise invalid(f"No tool output found for {words} {call}.", "input")


def _check_acknowledgement(call: Body, output: Body) -> None:
    pending = {check["id"] for check in _list_field(call, "pending_safety_checks")}
    missing = pending - {check["id"] for check in _list_field(output, "acknowledged_safety_checks")}
    if missing:
        raise invalid(
            f"The following safety checks have not been acknowledged: {', '.join(sorted(missing))}.",
            "input",
        )


def _check_reasoning(items: Sequence[Body], earlier_count: int) -> None:
    """Check that reasoning precedes its output, unchanged. The first `earlier_count` items are the API's own."""
    for index, item in enumerate(items):
        identity = str(item.get("id"))
        if item.get("type") == "reasoning":
            following = items[index + 1 : index + 2]
            if (
                not following
                or following[0].get("type") not in _PREFIXES
                or following[0].get("role") == "user"
            ):
                raise invalid(
                    f"Item '{identity}' of type 'reasoning' was provided without its required following item.",
                    "input",
                )
            if index < earlier_count:
                continue
            if not item.get("encrypted_content"):
                raise invalid(
                    f"Item with id '{identity}' not found. Items are not persisted when `store` is set to false.",
                    "input",
                )
            if item["encrypted_content"] != seal(identity):
                raise invalid(
                    f"The encrypted content for item {identity} could not be verified.",
                    "input",
                    "invalid_encrypted_content",
                )
        led = _LED.fullmatch(identity)
        if led and not any(earlier.get("id") == f"rs_{led[1]}" for earlier in items[:index]):
            raise invalid(
                f"Item '{identity}' of type '{item.get('type')}' was provided without its required "
                f"'reasoning' item: 'rs_{led[1]}'.",
                "input",
            )
