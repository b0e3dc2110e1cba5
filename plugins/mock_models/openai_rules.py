"""Validation of requests that both of OpenAI's APIs share: key, model, functions, images.

Types are the SDK's own parameter types, with unknown fields refused. All other rules are from the API's documentation
and its error messages.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from plugins.mock_models.media_types import media_type
from plugins.mock_models.openai_models import MODELS, SERVED, OpenAIServedModel
from plugins.mock_models.shapes import misfit, schema_error
from plugins.mock_models.turns import ApiError, Body

KEY = "test-key-of-no-account"
MAX_BYTES = 50 * 2**20
MAX_IMAGES = 500
MAX_IMAGE_BYTES = 20 * 2**20
MAX_TOOLS = 128
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_DATA_URL = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,", re.ASCII)
_TOP_LEVEL = ("oneOf", "anyOf", "allOf", "enum", "not")
_NOT_STRICT = (
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
)


class RuleError(ApiError):
    """The error of an invalid request, with the parameter at fault."""

    def __init__(self, status: int, code: str, message: str, param: str | None = None) -> None:
        super().__init__(status, code, message)
        self.param = param


def invalid(message: str, param: str | None = None, code: str = "invalid_request_error") -> RuleError:
    """The error of an invalid request."""
    return RuleError(400, code, message, param)


def check_shape(kind: TypeAdapter[Any], value: Any, where: str) -> None:
    """Validate a value. Raises RuleError that names the place."""
    wrong = misfit(kind, value, where)
    if wrong is None:
        return
    place, error = wrong
    if error["type"] == "extra_forbidden":
        raise invalid(f"Unknown parameter: '{place}'.", place, "unknown_parameter")
    if error["type"] == "missing":
        raise invalid(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")
    raise invalid(f"Invalid value for '{place}': {error['msg']}", place, "invalid_value")


def check_key(headers: Mapping[str, str], valid_key: str) -> None:
    """Check the key; any is valid if `valid_key` is empty. Raises ApiError."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    if scheme != "Bearer" or not key.strip():
        raise RuleError(401, "invalid_request_error", "You didn't provide an API key.")
    if valid_key and key.strip() != valid_key:
        raise RuleError(401, "invalid_api_key", "Incorrect API key provided.")


def read_body(raw: bytes, fields: frozenset[str], needed: Sequence[str], *, any_model: bool = False) -> Body:
    """Parse a request's body and check its fields, model and temperature. Raises RuleError.

    With `any_model` an unknown model is taken for an open one.
    """
    if len(raw) > MAX_BYTES:
        raise RuleError(413, "request_too_large", "The request is larger than 50 MB.")
    try:
        body = json.loads(raw)
    except ValueError as error:
        raise invalid("We could not parse the JSON body of your request.") from error
    if not isinstance(body, dict):
        raise invalid("The body of a request must be a JSON object.")
    for field in body:
        if field not in fields:
            raise invalid(f"Unknown parameter: '{field}'.", field, "unknown_parameter")
    for field in needed:
        if field not in body:
            raise invalid(f"Missing required parameter: '{field}'.", field, "missing_required_parameter")
    if body["model"] not in MODELS and not (any_model and isinstance(body["model"], str)):
        raise no_model(str(body["model"]))
    temperature = body.get("temperature")
    if temperature is not None and not (isinstance(temperature, int | float) and 0 <= temperature <= 2):
        raise invalid(
            "Invalid 'temperature': it must be between 0 and 2.", "temperature", "decimal_out_of_range"
        )
    return body


def find_model(model: str) -> OpenAIServedModel | None:
    """What a model of OpenAI's takes; None for an open model."""
    return SERVED.get(model)


def check_effort(model: str, effort: str | None, param: str) -> None:
    """Check the reasoning effort. Raises RuleError."""
    known = find_model(model)
    if effort is None or (known is not None and effort in known.efforts):
        return
    if known is None or not known.reasons:
        raise invalid(
            f"Unsupported parameter: '{param}' is not supported with this model.",
            param,
            "unsupported_parameter",
        )
    values = " and ".join(filter(None, (", ".join(map(repr, known.efforts[:-1])), repr(known.efforts[-1]))))
    raise invalid(
        f"Unsupported value: '{effort}' is not supported with the '{model}' model. Supported values are: {values}.",
        param,
        "unsupported_value",
    )


def check_sampling(body: Body, effort: str | None) -> None:
    """Check that a model that reasons gets no temperature. Raises RuleError."""
    known = find_model(body["model"])
    if body.get("temperature") is None or known is None or known.samples(effort):
        return
    raise invalid(
        "Unsupported parameter: 'temperature' is not supported with this model.",
        "temperature",
        "unsupported_parameter",
    )


def check_detail(model: str, detail: str | None, where: str) -> None:
    """Check an image's detail level, and that the model takes images at all. Raises RuleError."""
    known = find_model(model)
    if known is None:
        return
    if not known.details:
        raise invalid("Invalid content type. Images are only supported by certain models.", where)
    if detail is not None and detail not in known.details:
        values = ", ".join(map(repr, known.details))
        raise invalid(
            f"Invalid value: '{detail}'. Supported values are: {values}.", f"{where}.detail", "invalid_value"
        )


def no_model(model: str) -> RuleError:
    """The error of an unknown model."""
    message = f"The model `{model}` does not exist or you do not have access to it."
    return RuleError(404, "model_not_found", message, "model")


def check_count(tools: Sequence[Body]) -> None:
    """Check the number of tools. Raises RuleError."""
    if len(tools) > MAX_TOOLS:
        raise invalid(
            f"Invalid 'tools': array too long. Expected an array with maximum length {MAX_TOOLS}, but got "
            f"an array with length {len(tools)} instead.",
            "tools",
            "array_above_max_length",
        )


def check_functions(functions: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Validate functions: pairs of a place and a definition (name, parameters, strict). Raises RuleError."""
    names: set[str] = set()
    for where, function in functions:
        name = function["name"]
        check_name(name, where)
        if name in names:
            raise invalid(f"Invalid 'tools': the function name '{name}' is not unique.", "tools")
        names.add(name)
        _check_schema(function, where)


def check_name(name: str, where: str) -> None:
    """Validate the name of a function or namespace. Raises RuleError."""
    if not _NAME.fullmatch(name):
        raise invalid(
            f"Invalid '{where}.name': string does not match pattern. Expected a string that matches the "
            "pattern '^[a-zA-Z0-9_-]{1,64}$'.",
            f"{where}.name",
            "invalid_value",
        )


def _check_schema(function: Mapping[str, Any], where: str) -> None:
    schema = function.get("parameters")
    if schema is None:
        return
    begin = f"Invalid schema for function '{function['name']}': "
    param, code = f"{where}.parameters", "invalid_function_parameters"
    if schema.get("type") != "object":
        raise invalid(f"{begin}schema must be a JSON Schema of 'type: \"object\"'.", param, code)
    if not isinstance(schema.get("properties"), Mapping):
        raise invalid(f"{begin}In context=(), object schema missing properties.", param, code)
    forbidden = [word for word in _TOP_LEVEL if word in schema]
    if forbidden:
        raise invalid(f"{begin}schema must not have '{forbidden[0]}' at the top level.", param, code)
    if error := schema_error(json.dumps(schema)):
        raise invalid(f"{begin}{error}", param, code)
    if function.get("strict"):
        _check_strict(schema, (), begin, param)


def _check_strict(schema: Any, context: tuple[str, ...], begin: str, param: str) -> None:
    """Validate a strict schema: all properties required, no additional ones, some keywords refused."""
    if isinstance(schema, list):
        for inner in schema:
            _check_strict(inner, context, begin, param)
    if not isinstance(schema, Mapping):
        return
    prefix = f"{begin}In context={context}, "
    for word in _NOT_STRICT:
        if word in schema:
            raise invalid(f"{prefix}'{word}' is not permitted.", param, "invalid_function_parameters")
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        if schema.get("additionalProperties") is not False:
            raise invalid(
                f"{prefix}'additionalProperties' is required to be supplied and to be false.",
                param,
                "invalid_function_parameters",
            )
        missing = sorted(set(properties) - set(schema.get("required", ())))
        if missing:
            raise invalid(
                f"{prefix}'required' is required to be supplied and to be an array including every key in "
                f"properties. Missing '{missing[0]}'.",
                param,
                "invalid_function_parameters",
            )
        for name, inner in properties.items():
            _check_strict(inner, (*context, "properties", name), begin, param)
    for word in ("items", "anyOf", "$defs"):
        inner = schema.get(word)
        inner = list(inner.values()) if word == "$defs" and isinstance(inner, Mapping) else inner
        _check_strict(inner, (*context, word), begin, param)


def check_images(urls: Sequence[tuple[str, Any]]) -> None:
    """Validate images: pairs of a place and a data URL. Raises RuleError."""
    if len(urls) > MAX_IMAGES:
        raise invalid(f"Too many images in request. Max is {MAX_IMAGES}.", None, "too_many_images")
    for where, url in urls:
        picture(url, where)


def picture(url: Any, where: str = "image_url") -> bytes:
    """Decode an image of a data URL. Raises RuleError."""
    head = _DATA_URL.match(url) if isinstance(url, str) else None
    if head is None:
        raise invalid(
            f"Invalid '{where}'. Expected a base64-encoded data URL with an image MIME type (e.g. "
            "'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='); others are not served here.",
            where,
            "invalid_image_url",
        )
    try:
        data = base64.b64decode(url[head.end() :], validate=True)
    except binascii.Error as error:
        raise invalid(f"Invalid base64 in '{where}'.", where, "invalid_base64_image") from error
    if len(data) > MAX_IMAGE_BYTES:
        raise invalid(f"The image at '{where}' is larger than 20 MB.", where, "image_too_large")
    try:
        actual = media_type(data, ("PNG", "JPEG", "GIF", "WEBP"))
    except (OSError, SyntaxError, ValueError) as error:
        raise invalid(
            "You uploaded an unsupported image. Please make sure your image is valid.",
            where,
            "image_parse_error",
        ) from error
    if actual != head[1]:
        raise invalid(f"'{where}' says {head[1]}, but the image is {actual}.", where, "invalid_image_format")
    return data


def error_of(error: ApiError) -> Body:
    """The response body of an error, for both APIs."""
    types = {"insufficient_quota": "insufficient_quota", "rate_limit_exceeded": "requests"}
    generic = error.kind.endswith("_error") or error.kind == "request_too_large"
    kind = error.kind if generic else types.get(error.kind, "invalid_request_error")
    if error.status >= 500:
        kind = "server_error"
    return {
        "error": {
            "message": error.message,
            "type": kind,
            "param": error.param if isinstance(error, RuleError) else None,
            "code": None if generic else error.kind,
        }
    }
