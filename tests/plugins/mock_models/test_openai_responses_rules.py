"""The mock must refuse what the Responses API refuses, else the agent's tests prove nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from plugins.mock_models.openai_responses_rules import check_request, seal
from plugins.mock_models.openai_rules import RuleError
from plugins.mock_models.turns import ApiError, Body
from tests.plugins.mock_models.openai_requests import data_url, schema

PNG = data_url()


def valid() -> Body:
    """A request with everything the agent sends."""
    return {
        "model": "gpt-5.4",
        "instructions": "Do it.",
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "max_output_tokens": 100,
        "reasoning": {"effort": "low", "summary": "auto"},
        "tools": [
            {"type": "computer"},
            {
                "type": "function",
                "name": "calc__sort",
                "description": "d",
                "parameters": schema(),
                "strict": False,
            },
        ],
        "input": [
            {
                "type": "message",
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "go"},
                    {"type": "input_image", "image_url": PNG, "detail": "original"},
                ],
            },
            {"type": "reasoning", "id": "rs_0001", "summary": [], "encrypted_content": seal("rs_0001")},
            {
                "type": "message",
                "id": "msg_0001r_1",
                "role": "assistant",
                "status": "completed",
                "content": [{"type": "output_text", "text": "So", "annotations": []}],
            },
            {
                "type": "computer_call",
                "id": "cu_0001r_2",
                "call_id": "a",
                "status": "completed",
                "actions": [{"type": "click", "button": "left", "x": 1, "y": 2}],
                "pending_safety_checks": [{"id": "sc_1", "code": "c", "message": "m"}],
            },
            {
                "type": "function_call",
                "id": "fc_0001r_3",
                "call_id": "b",
                "name": "calc__sort",
                "arguments": "{}",
            },
            {
                "type": "computer_call_output",
                "call_id": "a",
                "output": {"type": "computer_screenshot", "image_url": PNG, "detail": "original"},
                "acknowledged_safety_checks": [{"id": "sc_1"}],
            },
            {
                "type": "function_call_output",
                "call_id": "b",
                "output": [
                    {"type": "input_text", "text": "sorted"},
                    {"type": "input_image", "image_url": PNG, "detail": "auto"},
                ],
            },
        ],
    }


def check(body: Body, stored: dict[str, list[Body]] | None = None) -> ApiError | None:
    try:
        check_request(json.dumps(body).encode(), stored or {})
    except ApiError as error:
        return error
    return None


def test_the_valid_request_is_valid() -> None:
    assert check(valid()) is None


USER, REASONING, MESSAGE, COMPUTER, FUNCTION, SCREEN, RESULT = range(7)


def item(body: Body, place: int) -> Body:
    return body["input"][place]  # type: ignore[no-any-return]


def image(body: Body) -> Body:
    return item(body, USER)["content"][1]  # type: ignore[no-any-return]


def tool(body: Body) -> Body:
    return body["tools"][1]  # type: ignore[no-any-return]


VIOLATIONS: dict[str, tuple[Callable[[Body], Any], str]] = {
    "no input": (lambda b: b.pop("input"), "Missing required parameter: 'input'"),
    "empty input": (lambda b: b.update(input=[]), "at least one item"),
    "unknown field": (lambda b: b.update(messages=[]), "Unknown parameter: 'messages'"),
    "few tokens": (lambda b: b.update(max_output_tokens=15), "Expected a value >= 16"),
    "hot": (lambda b: b.update(temperature=2.5), "between 0 and 2"),
    "unknown effort": (lambda b: b["reasoning"].update(effort="huge"), "reasoning.effort"),
    "reasoning of a model that has none": (
        lambda b: b.update(model="gpt-4.1", include=[], tools=[]),
        "'reasoning' is not supported",
    ),
    "encrypted content of a model that has none": (
        lambda b: b.update(model="gpt-4.1", reasoning=None, tools=[]),
        "Encrypted content is not supported",
    ),
    "an action instead of a batch": (lambda b: item(b, COMPUTER).pop("status"), "input[3].status"),
    "unknown item": (lambda b: b["input"].append({"type": "dance"}), "Invalid value: 'dance'"),
    "no item": (lambda b: b["input"].append("hello"), "expected an object"),
    "unknown field of an item": (lambda b: item(b, FUNCTION).update(note="x"), "'input[4].note'"),
    "unknown role": (lambda b: item(b, USER).update(role="boss"), "input[0].role"),
    "text in the wrong form": (
        lambda b: item(b, USER)["content"][0].update(type="text"),
        "Invalid value: 'text'",
    ),
    "output text of the user": (
        lambda b: item(b, USER)["content"][0].update(type="output_text"),
        "Invalid value: 'output_text'",
    ),
    "picture of the assistant": (lambda b: item(b, MESSAGE)["content"].append(image(b)), "'input_image'"),
    "no detail": (lambda b: image(b).pop("detail"), "Missing required parameter"),
    "unknown detail": (lambda b: image(b).update(detail="finest"), "detail"),
    "unanswered function call": (
        lambda b: b["input"].pop(RESULT),
        "No tool output found for function call b",
    ),
    "unanswered computer call": (
        lambda b: b["input"].pop(SCREEN),
        "No tool output found for computer call a",
    ),
    "answer to nothing": (
        lambda b: item(b, RESULT).update(call_id="z"),
        "No tool call found for function call output with call_id z",
    ),
    "answer before its call": (
        lambda b: b["input"].insert(1, b["input"].pop(RESULT)),
        "No tool call found for function call output",
    ),
    "answered twice": (lambda b: b["input"].append(item(b, RESULT)), "More than one function call output"),
    "answer of another kind": (
        lambda b: b["input"].append({"type": "function_call_output", "call_id": "a", "output": "x"}),
        "No tool call found for function call output with call_id a",
    ),
    "a computer call answered with text": (
        lambda b: item(b, SCREEN).update(output={"type": "input_text", "text": "x"}),
        "input[5].output",
    ),
    "same call twice": (lambda b: item(b, FUNCTION).update(call_id="a"), "Duplicate call_id"),
    "long call_id": (lambda b: item(b, FUNCTION).update(call_id="x" * 65), "1 to 64 characters"),
    "wrong item id": (lambda b: item(b, FUNCTION).update(id="call_1"), "begins with 'fc'"),
    "computer call without the tool": (lambda b: b["tools"].pop(0), "need the computer tool"),
    "safety check ignored": (
        lambda b: item(b, SCREEN).pop("acknowledged_safety_checks"),
        "not been acknowledged: sc_1",
    ),
    "unknown field of a safety check": (
        lambda b: item(b, SCREEN)["acknowledged_safety_checks"][0].update(ok=True),
        "Unknown parameter",
    ),
    "reasoning left out": (
        lambda b: b["input"].pop(REASONING),
        "without its required 'reasoning' item: 'rs_0001'",
    ),
    "reasoning alone": (
        lambda b: b.update(input=[item(b, USER), item(b, REASONING)]),
        "without its required following item",
    ),
    "reasoning before the user": (
        lambda b: b["input"].insert(2, item(b, USER)),
        "without its required following item",
    ),
    "reasoning not held": (lambda b: item(b, REASONING).pop("encrypted_content"), "Items are not persisted"),
    "reasoning changed": (
        lambda b: item(b, REASONING).update(encrypted_content="other"),
        "could not be verified",
    ),
    "dotted tool name": (lambda b: tool(b).update(name="calc.sort"), "does not match pattern"),
    "long tool name": (lambda b: tool(b).update(name="x" * 65), "does not match pattern"),
    "same tool twice": (lambda b: b["tools"].append(tool(b)), "is not unique"),
    "strict left open": (lambda b: tool(b).pop("strict"), "tools[1].strict"),
    "unknown tool": (lambda b: b["tools"].append({"type": "oven"}), "Invalid value: 'oven'"),
    "tool in chat's form": (
        lambda b: b["tools"].append({"type": "function", "function": {"name": "x"}}),
        "tools[2]",
    ),
    "two computers": (lambda b: b["tools"].append({"type": "computer"}), "Only one computer tool"),
    "computer with a display": (lambda b: b["tools"][0].update(display_width=1), "'tools[0].display_width'"),
    "computer for a model that has none": (lambda b: b.update(model="gpt-5"), "'computer' is not supported"),
    "preview for another model": (
        lambda b: b["tools"][0].update(
            type="computer_use_preview", display_width=1, display_height=1, environment="linux"
        ),
        "'computer_use_preview' is not supported",
    ),
    "schema of no object": (lambda b: tool(b)["parameters"].update(type="string"), 'type: "object"'),
    "schema without properties": (lambda b: tool(b)["parameters"].pop("properties"), "missing properties"),
    "union at the top": (lambda b: tool(b)["parameters"].update(anyOf=[{}]), "must not have 'anyOf'"),
    "schema that is none": (
        lambda b: tool(b)["parameters"]["properties"].update(x={"type": "strnig"}),
        "Invalid schema for function 'calc__sort'",
    ),
    "strict with further properties": (
        lambda b: tool(b).update(strict=True),
        "'additionalProperties' is required",
    ),
    "strict with something optional": (
        lambda b: tool(b).update(strict=True, parameters={**schema(), "additionalProperties": False}),
        "Missing 'column'",
    ),
    "strict with an untold inner object": (
        lambda b: tool(b).update(
            strict=True,
            parameters={
                "type": "object",
                "properties": {"list": {"type": "array", "items": {"type": "object", "properties": {}}}},
                "required": ["list"],
                "additionalProperties": False,
            },
        ),
        "'items'",
    ),
    "strict with a condition": (
        lambda b: tool(b).update(
            strict=True,
            parameters={"type": "object", "properties": {}, "additionalProperties": False, "if": {}},
        ),
        "'if' is not permitted",
    ),
    "picture from the web": (lambda b: image(b).update(image_url="https://example.org/x.png"), "data URL"),
    "no base64": (lambda b: image(b).update(image_url="data:image/png;base64,***"), "Invalid base64"),
    "no picture": (
        lambda b: image(b).update(image_url="data:image/png;base64,aGVsbG8="),
        "unsupported image",
    ),
    "picture of another type": (
        lambda b: image(b).update(image_url=PNG.replace("png", "jpeg", 1)),
        "but the image is image/png",
    ),
    "no screenshot in a computer call's output": (
        lambda b: item(b, SCREEN)["output"].pop("image_url"),
        "data URL",
    ),
    "too many pictures": (
        lambda b: item(b, USER)["content"].extend([image(b)] * 500),
        "Too many images",
    ),
    "too many tools": (
        lambda b: b["tools"].extend({**tool(b), "name": f"t{n}"} for n in range(128)),
        "maximum length 128",
    ),
    "128 functions and the computer": (
        lambda b: b["tools"].extend({**tool(b), "name": f"t{n}"} for n in range(127)),
        "array too long",
    ),
    "unknown previous response": (
        lambda b: b.update(previous_response_id="resp_9"),
        "'resp_9' not found",
    ),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_is_a_400(name: str) -> None:
    break_it, expected = VIOLATIONS[name]
    body = copy.deepcopy(valid())
    break_it(body)
    error = check(body)
    assert error is not None
    assert error.status == 400
    assert expected in error.message


def plain_details(body: Body) -> Body:
    """The request with details that every model takes."""
    return json.loads(json.dumps(body).replace('"original"', '"high"'))  # type: ignore[no-any-return]


BY_MODEL: dict[str, tuple[Body, str]] = {
    "a small model has no original detail": ({"model": "gpt-5.4-mini"}, "Invalid value: 'original'"),
    "a large effort of a small model": (
        {"model": "gpt-5.4", "reasoning": {"effort": "max"}},
        "'max' is not supported with the 'gpt-5.4' model",
    ),
    "no effort": (
        {"model": "gpt-6.1-sol", "reasoning": {"effort": "none"}},
        "'none' is not supported with the 'gpt-6.1-sol' model. Supported values are: 'low', 'medium'",
    ),
    "a temperature while reasoning": ({"temperature": 0.5}, "'temperature' is not supported"),
    "a temperature of a model that always reasons": (
        {"model": "gpt-6-luna", "reasoning": None, "temperature": 1.0},
        "'temperature' is not supported",
    ),
    "images of a model that sees none": (
        {"model": "o3-mini", "tools": [], "include": [], "reasoning": None},
        "only supported by certain models",
    ),
}


@pytest.mark.parametrize("name", BY_MODEL)
def test_what_a_model_refuses(name: str) -> None:
    change, expected = BY_MODEL[name]
    error = check({**valid(), **change})
    assert error is not None
    assert expected in error.message


@pytest.mark.parametrize(
    "change",
    [
        {"model": "gpt-6.1-terra", "reasoning": {"effort": "max"}},
        {"model": "gpt-6-astra"},
        {"model": "gpt-5.4", "reasoning": None, "temperature": 0.5},
        {"model": "gpt-6-luna", "reasoning": {"effort": "none"}, "temperature": 0.5},
    ],
)
def test_what_a_model_takes(change: Body) -> None:
    assert check({**valid(), **change}) is None


def test_the_preview_model_demands_truncation() -> None:
    preview = {
        "type": "computer_use_preview",
        "display_width": 1280,
        "display_height": 720,
        "environment": "linux",
    }
    body = plain_details({**valid(), "model": "computer-use-preview", "tools": [preview]})
    error = check(body)
    assert error is not None
    assert "'truncation'" in error.message
    assert check({**body, "truncation": "auto"}) is None


def test_an_unknown_model_is_a_404_and_names_its_parameter() -> None:
    error = check({**valid(), "model": "gpt-nobody"})
    assert isinstance(error, RuleError)
    assert (error.status, error.kind, error.param) == (404, "model_not_found", "model")


def test_a_stored_conversation_is_gone_on_with() -> None:
    body = valid()
    earlier, latest = body["input"][:SCREEN], body["input"][SCREEN:]
    assert check({**body, "input": latest, "previous_response_id": "resp_1"}, {"resp_1": earlier}) is None
    error = check({**body, "input": latest[1:], "previous_response_id": "resp_1"}, {"resp_1": earlier})
    assert error is not None
    assert "No tool output found for computer call a" in error.message
