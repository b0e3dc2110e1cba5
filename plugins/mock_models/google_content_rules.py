"""Validation of the contents in a request of generateContent: roles, calls with their results, signatures, images.

Sources: the guides to function calling, thought signatures, image understanding and Gemini 3.5's changes at
https://ai.google.dev/gemini-api/docs, and the API's own error messages.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Sequence
from typing import Any

from plugins.mock_models.google_models import find_model
from plugins.mock_models.google_shapes import invalid
from plugins.mock_models.media_types import media_type
from plugins.mock_models.turns import Body

IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/webp"})
_DATA = ("text", "inlineData", "functionCall", "functionResponse")
_CONFIRMED = "safety_acknowledgement"


def sign(call: Body) -> str:
    """Return the thought signature of a call that the mock makes."""
    digest = hashlib.sha256(f"mock-model {call.get('id')} {call['name']}".encode()).digest()
    return base64.b64encode(digest).decode("ascii")


def check_contents(model: str, contents: Sequence[Body], computer: frozenset[str]) -> None:
    """Validate a request's contents. Raises ApiError.

    Args:
        model: A served model.
        contents: The contents, with names in camelCase.
        computer: The predefined functions that the request offers.
    """
    if not contents:
        raise invalid("* GenerateContentRequest.contents: contents is not specified")
    for index, content in enumerate(contents):
        _content(model, content, f"contents[{index}]", computer)
    if contents[0]["role"] != "user":
        raise invalid("Please ensure that multiturn requests start with a user role.")
    if contents[-1]["role"] != "user":
        raise invalid("Please ensure that the last turn is a user turn or a function response turn.")
    for index, content in enumerate(contents):
        before = contents[index - 1] if index else {"role": "", "parts": []}
        _turn(model, before, content)
    if find_model(model).generation > 2:
        _signatures(contents)


def image_bytes(blob: Body, where: str = "inline_data") -> bytes:
    """Decode an image. Raises ApiError."""
    if blob["mimeType"] not in IMAGE_TYPES:
        raise invalid(f"Unsupported MIME type: {blob['mimeType']}")
    try:
        data = _decode(blob["data"])
    except binascii.Error as error:
        raise invalid(f"Invalid value at '{where}.data' (TYPE_BYTES), Base64 decoding failed.") from error
    try:
        actual = media_type(data, ("PNG", "JPEG", "WEBP"))
    except (OSError, SyntaxError, ValueError) as error:
        raise invalid("Unable to process input image. Please retry or report the problem.") from error
    if actual != blob["mimeType"]:
        raise invalid(f"'{where}' says {blob['mimeType']}, but the image is {actual}.")
    return data


def _content(model: str, content: Body, where: str, computer: frozenset[str]) -> None:
    if content.get("role") not in ("user", "model"):
        raise invalid("Please use a valid role: user, model.")
    if not content["parts"]:
        raise invalid(
            f"Unable to submit request because it must include at least one parts field: {where}.parts"
        )
    for place, part in enumerate(content["parts"]):
        at = f"{where}.parts[{place}]"
        data = [name for name in _DATA if part.get(name) is not None]
        if len(data) != 1:
            raise invalid(f"{at}.data: required oneof field 'data' must have one initialized field")
        if data[0] == "functionCall" and content["role"] == "user":
            raise invalid("Please ensure that function call turns have the role model.")
        if data[0] in ("functionResponse", "inlineData") and content["role"] == "model":
            raise invalid(f"{at}: {data[0]} is not supported in model turns.")
        if data[0] == "inlineData":
            image_bytes(part["inlineData"], f"{at}.inline_data")
        if data[0] == "functionResponse":
            _response(model, part["functionResponse"], f"{at}.function_response", computer)


def _response(model: str, response: Body, where: str, computer: frozenset[str]) -> None:
    images = response.get("parts") or ()
    if images and find_model(model).generation < 3 and response["name"] not in computer:
        raise invalid("Multimodal function responses are not supported for this model.")
    for index, image in enumerate(images):
        image_bytes(image["inlineData"], f"{where}.parts[{index}].inline_data")


def _turn(model: str, before: Body, content: Body) -> None:
    """The rules between a content and the one before it."""
    calls = _of(before, "functionCall")
    responses = _of(content, "functionResponse")
    if responses and not calls:
        raise invalid(
            "Please ensure that function response turn comes immediately after a function call turn."
        )
    if calls and len(calls) != len(responses):
        raise invalid(
            "Please ensure that the number of function response parts is equal to the number of function call "
            "parts of the function call turn."
        )
    if _of(content, "functionCall") and before["role"] != "user":
        raise invalid(
            "Please ensure that function call turn comes immediately after a user turn or after a function "
            "response turn."
        )
    if content["role"] == before["role"]:
        raise invalid(f"Please ensure that roles alternate: two {content['role']} turns follow each other.")
    newer = find_model(model).generation > 2
    if newer and responses and any("functionResponse" not in part for part in content["parts"]):
        raise invalid("Put text and images into the function response, not beside it.")
    for call, response in zip(calls, responses, strict=True):
        if call["name"] != response["name"]:
            raise invalid(
                f"Function response name {response['name']} does not match the call {call['name']}."
            )
        if newer and not response.get("id"):
            raise invalid(f"Function response {response['name']} has no id.")
        if call.get("id") != response.get("id"):
            raise invalid(
                f"Function response id {response.get('id')} does not match the call {call.get('id')}."
            )
        asked = (call.get("args") or {}).get("safety_decision", {}).get("decision") == "require_confirmation"
        if asked and not {_CONFIRMED, "error"} & response["response"].keys():
            raise invalid(
                f"The safety decision of {call['name']} must be acknowledged in its function response."
            )


def _signatures(contents: Sequence[Body]) -> None:
    """Check the first call of each step in the current turn: after the user's last words."""
    begin = max(index for index, content in enumerate(contents) if _is_words(content))
    for index, content in enumerate(contents):
        signed = [part for part in content["parts"] if "functionCall" in part]
        for place, part in enumerate(signed):
            name, signature = part["functionCall"]["name"], part.get("thoughtSignature")
            if signature is None:
                if place == 0 and index > begin:
                    raise invalid(
                        "Function call is missing a thought_signature in functionCall parts. This is required "
                        "for tools to work correctly, and missing thought_signature may lead to degraded model "
                        f"performance. Additional data, function call `default_api:{name}`, position {index + 1}."
                    )
            elif _bytes_or_none(signature) != _decode(sign(part["functionCall"])):
                raise invalid("Corrupted thought signature.")


def _is_words(content: Body) -> bool:
    return content["role"] == "user" and not _of(content, "functionResponse")


def _of(content: Body, name: str) -> list[Body]:
    return [part[name] for part in content["parts"] if part.get(name) is not None]


def _bytes_or_none(text: str) -> bytes | None:
    try:
        return _decode(text)
    except binascii.Error:
        return None


def _decode(text: Any) -> bytes:
    """Google's JSON takes both alphabets of base64."""
    return base64.b64decode(str(text).replace("-", "+").replace("_", "/"), validate=True)
