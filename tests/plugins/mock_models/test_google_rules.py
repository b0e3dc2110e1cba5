"""The mock must refuse what the Gemini API refuses, else the agent's tests prove nothing."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from plugins.mock_models.google_content_rules import sign
from plugins.mock_models.google_rules import KEY, check_key, check_request, error_of
from plugins.mock_models.turns import ApiError, Body
from tests.controller.agents.pictures import png

PNG = {"mimeType": "image/png", "data": base64.b64encode(png()).decode()}
OPENING, CALLS, RESULTS = range(3)
MODEL = "gemini-3.8-flash"


def called(name: str, identity: str, *, signed: bool = False) -> Body:
    call = {"id": identity, "name": name, "args": {"x": 1, "y": 2}}
    return {"functionCall": call, **({"thoughtSignature": sign(call)} if signed else {})}


def answer(name: str, identity: str) -> Body:
    return {"functionResponse": {"id": identity, "name": name, "response": {"result": "Done."}}}


def valid() -> Body:
    """A request with everything the agent sends."""
    parameters = {"type": "object", "properties": {"column": {"type": "string"}}, "required": ["column"]}
    last = answer("calc__sort", "b")
    last["functionResponse"]["parts"] = [{"inlineData": PNG}]
    return {
        "systemInstruction": {"parts": [{"text": "Do it."}]},
        "tools": [
            {
                "computerUse": {
                    "environment": "ENVIRONMENT_DESKTOP",
                    "excludedPredefinedFunctions": ["key_up"],
                }
            },
            {
                "functionDeclarations": [
                    {"name": "calc__sort", "description": "d", "parametersJsonSchema": parameters},
                    {"name": "calc__save", "description": "d"},
                ]
            },
        ],
        "generationConfig": {
            "maxOutputTokens": 100,
            "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "LOW"},
            "mediaResolution": "MEDIA_RESOLUTION_HIGH",
        },
        "contents": [
            {"role": "user", "parts": [{"text": "go"}, {"inlineData": PNG}]},
            {
                "role": "model",
                "parts": [
                    {"text": "Hm.", "thought": True},
                    called("click", "a", signed=True),
                    called("calc__sort", "b"),
                ],
            },
            {"role": "user", "parts": [answer("click", "a"), last]},
        ],
    }


def check(body: Body, model: str = MODEL) -> ApiError | None:
    try:
        check_request(json.dumps(body).encode(), model)
    except ApiError as error:
        return error
    return None


def test_the_valid_request_is_valid_in_either_case_of_names() -> None:
    assert check(valid()) is None
    snake = valid()
    snake["generation_config"] = {"max_output_tokens": 5}
    del snake["generationConfig"]
    assert check(snake) is None


Change = Callable[[Body], Any]


def parts(body: Body, index: int) -> list[Body]:
    found: list[Body] = body["contents"][index]["parts"]
    return found


def function(body: Body) -> Body:
    found: Body = body["tools"][1]["functionDeclarations"][0]
    return found


REFUSED: dict[str, tuple[Change, str]] = {
    "unknown field": (lambda b: b.update(stream=True), 'Unknown name "stream"'),
    "unknown field of a part": (lambda b: parts(b, 0)[0].update(type="text"), "at 'contents[0].parts[0]'"),
    "no contents": (lambda b: b.update(contents=[]), "contents is not specified"),
    "role": (lambda b: b["contents"][1].update(role="assistant"), "valid role: user, model"),
    "model first": (lambda b: b["contents"].pop(0), "start with a user role"),
    "prefill": (lambda b: b["contents"].pop(), "last turn is a user turn"),
    "no parts": (lambda b: b["contents"][0].update(parts=[]), "at least one parts field"),
    "empty part": (lambda b: parts(b, 0).append({}), "must have one initialized field"),
    "part of two kinds": (lambda b: parts(b, 0)[0].update(inlineData=PNG), "must have one initialized field"),
    "two user turns": (
        lambda b: b["contents"].insert(0, {"role": "user", "parts": [{"text": "x"}]}),
        "roles alternate",
    ),
    "a call without its result": (lambda b: parts(b, RESULTS).pop(), "number of function response parts"),
    "a result without its call": (
        lambda b: parts(b, CALLS).__delitem__(slice(1, None)),
        "immediately after a function call turn",
    ),
    "name": (
        lambda b: parts(b, RESULTS)[0]["functionResponse"].update(name="move"),
        "name move does not match the call click",
    ),
    "id": (lambda b: parts(b, RESULTS)[0]["functionResponse"].update(id="b"), "id b does not match"),
    "no id": (lambda b: parts(b, RESULTS)[0]["functionResponse"].pop("id"), "has no id"),
    "text beside results": (lambda b: parts(b, RESULTS).append({"text": "x"}), "not beside it"),
    "result that is no object": (
        lambda b: parts(b, RESULTS)[0]["functionResponse"].update(response="x"),
        "contents[2].parts[0].functionResponse.response",
    ),
    "no signature": (lambda b: parts(b, CALLS)[1].pop("thoughtSignature"), "missing a thought_signature"),
    "corrupted signature": (
        lambda b: parts(b, CALLS)[1].update(thoughtSignature="aGVsbG8="),
        "Corrupted thought signature",
    ),
    "unconfirmed action": (
        lambda b: parts(b, CALLS)[1]["functionCall"]["args"].update(
            safety_decision={"decision": "require_confirmation"}
        ),
        "must be acknowledged",
    ),
    "MIME type": (
        lambda b: parts(b, 0)[1].update(inlineData=PNG | {"mimeType": "image/gif"}),
        "Unsupported MIME",
    ),
    "other format": (
        lambda b: parts(b, 0)[1].update(inlineData=PNG | {"mimeType": "image/jpeg"}),
        "but the image is image/png",
    ),
    "broken image": (
        lambda b: parts(b, 0)[1].update(inlineData=PNG | {"data": "aGVsbG8="}),
        "Unable to process input image",
    ),
    "base64": (lambda b: parts(b, 0)[1].update(inlineData=PNG | {"data": "a"}), "Base64 decoding failed"),
    "two kinds of tool in one": (lambda b: b["tools"][1].update(b["tools"][0]), "one_of 'tool_type'"),
    "environment": (
        lambda b: b["tools"][0]["computerUse"].update(environment="ENVIRONMENT_LINUX"),
        "ENVIRONMENT_LINUX is not supported",
    ),
    "excluded function": (
        lambda b: b["tools"][0]["computerUse"].update(excludedPredefinedFunctions=["click_at"]),
        "click_at is not a predefined function",
    ),
    "function of the computer's name": (lambda b: function(b).update(name="click"), "Duplicate function"),
    "function name": (lambda b: function(b).update(name="1st"), "Invalid function name"),
    "two schemas": (lambda b: function(b).update(parameters={"type": "object"}), "mutually exclusive"),
    "keyword": (
        lambda b: function(b)["parametersJsonSchema"]["properties"]["column"].update(minLength=1),
        'Unknown name "minLength"',
    ),
    "required": (
        lambda b: function(b)["parametersJsonSchema"].update(required=["row"]),
        "required[0]: property is not defined",
    ),
    "type": (lambda b: function(b)["parametersJsonSchema"].update(type="text"), "Invalid value at"),
    "level": (
        lambda b: b["generationConfig"]["thinkingConfig"].update(thinkingLevel="MINIMAL"),
        "Thinking level MINIMAL is not supported",
    ),
    "level and budget": (
        lambda b: b["generationConfig"]["thinkingConfig"].update(thinkingBudget=5),
        "only one of thinking budget and thinking level",
    ),
    "resolution": (
        lambda b: b["generationConfig"].update(mediaResolution="MEDIA_RESOLUTION_ULTRA_HIGH"),
        "media_resolution",
    ),
    "length": (lambda b: b["generationConfig"].update(maxOutputTokens=70_000), "above 65536"),
    "temperature": (lambda b: b["generationConfig"].update(temperature=3), "generationConfig.temperature"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_api_refuses_is_refused(name: str) -> None:
    change, expected = REFUSED[name]
    body = copy.deepcopy(valid())
    change(body)
    error = check(body)
    assert error is not None and error.status == 400
    assert expected in error.message
    assert error_of(error)["error"]["status"] == "INVALID_ARGUMENT"


OPEN_API: dict[str, tuple[Body, str]] = {
    "reference": ({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}, 'Unknown name "$ref"'),
    "no type": ({"type": "object", "properties": {"a": {}}}, "didn't specify the schema type"),
    "numbers in an enumeration": (
        {"type": "object", "properties": {"a": {"type": "integer", "enum": [1]}}},
        "only allowed for STRING",
    ),
    "free object": ({"type": "object", "properties": {"a": {"type": "object"}}}, "should be non-empty"),
    "list of anything": ({"type": "object", "properties": {"a": {"type": "array"}}}, "items: missing field"),
}


@pytest.mark.parametrize("name", OPEN_API)
def test_parameters_have_a_narrower_form(name: str) -> None:
    schema, expected = OPEN_API[name]
    body = valid()
    function(body)["parameters"] = schema
    del function(body)["parametersJsonSchema"]
    error = check(body)
    assert error is not None and expected in error.message


def test_what_differs_by_model() -> None:
    body = valid()
    computer = body["tools"][0]["computerUse"]
    error = check(body, "gemini-4-argon")
    assert error is not None and "Computer Use is not supported" in error.message
    error = check(body, "gemini-3-flash-preview")
    assert error is not None and "ENVIRONMENT_DESKTOP is not supported" in error.message
    del computer["excludedPredefinedFunctions"]
    computer["environment"] = "ENVIRONMENT_BROWSER"
    assert check(body, "gemini-3-flash-preview") is None
    error = check(body, "gemini-2.5-computer-use-preview-10-2025")
    assert error is not None and "Thinking level is not supported" in error.message
    del body["generationConfig"]
    error = check(body, "gemini-2.5-computer-use-preview-10-2025")
    assert error is not None and "Multimodal function responses" in error.message


def test_a_signature_counts_in_the_current_turn_alone() -> None:
    body = valid()
    del parts(body, CALLS)[1]["thoughtSignature"]
    body["contents"] += [
        {"role": "model", "parts": [{"text": "Done."}]},
        {"role": "user", "parts": [{"text": "And now?"}]},
    ]
    assert check(body) is None


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [({}, 403, "PERMISSION_DENIED"), ({"x-goog-api-key": "another"}, 400, "INVALID_ARGUMENT")],
)
def test_the_key_is_checked(headers: dict[str, str], status: int, code: str) -> None:
    with pytest.raises(ApiError) as raised:
        check_key(headers, KEY)
    assert raised.value.status == status
    assert error_of(raised.value)["error"]["status"] == code


def test_any_key_will_do_if_none_is_set() -> None:
    check_key({"x-goog-api-key": "any"}, "")
