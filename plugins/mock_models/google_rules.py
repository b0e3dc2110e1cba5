"""Validation of requests of generateContent: key, size, model, settings. Other rules are in the modules beside.

Errors have Google's form and codes (https://ai.google.dev/gemini-api/docs/troubleshooting).
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from plugins.mock_models.google_content_rules import check_contents
from plugins.mock_models.google_models import find_model
from plugins.mock_models.google_shapes import INVALID, invalid, read_request
from plugins.mock_models.google_tool_rules import check_tools, computer_functions
from plugins.mock_models.turns import ApiError, Body

KEY = "test-key-of-no-account"
KEY_HEADER = "x-goog-api-key"
BAD_KEY = "API_KEY_INVALID"
MAX_BYTES = 100 * 2**20
_RESOLUTIONS = frozenset({"MEDIA_RESOLUTION_LOW", "MEDIA_RESOLUTION_MEDIUM", "MEDIA_RESOLUTION_HIGH"})
_STATUSES = {
    400: INVALID,
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    413: INVALID,
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
    529: "UNAVAILABLE",
}


def check_key(headers: Mapping[str, str], valid_key: str) -> None:
    """Check the key; any is valid if `valid_key` is empty. Raises ApiError."""
    key = headers.get(KEY_HEADER, "").strip()
    if not key:
        raise ApiError(
            403,
            "PERMISSION_DENIED",
            "Method doesn't allow unregistered callers (callers without established identity). Please use "
            "API Key or other form of API consumer identity to call this API.",
        )
    if valid_key and key != valid_key:
        raise ApiError(400, BAD_KEY, "API key not valid. Please pass a valid API key.")


def check_request(raw: bytes, model: str) -> Body:
    """Validate a request for a served model and return its body, with names in camelCase. Raises ApiError."""
    if len(raw) > MAX_BYTES:
        raise ApiError(413, INVALID, f"Request payload size exceeds the limit: {MAX_BYTES} bytes.")
    try:
        value = json.loads(raw)
    except ValueError as error:
        raise invalid(f"Invalid JSON payload received. {error}") from error
    body = read_request(value)
    tools = body.get("tools") or []
    check_tools(model, tools)
    _check_settings(model, body.get("generationConfig") or {})
    if any("text" not in part for part in (body.get("systemInstruction") or {"parts": []})["parts"]):
        raise invalid("system_instruction: only text is supported.")
    check_contents(model, body["contents"], computer_functions(model, tools))
    return body


def no_model() -> ApiError:
    """The error of an unknown model."""
    return ApiError(
        404,
        "NOT_FOUND",
        "The model is not found for API version v1beta, or is not supported for generateContent. Call "
        "ListModels to see the list of available models and their supported methods.",
    )


def error_of(error: ApiError) -> Body:
    """The response body of an error."""
    status = (
        error.kind
        if error.kind.isupper() and error.kind != BAD_KEY
        else _STATUSES.get(error.status, "UNKNOWN")
    )
    code = 503 if error.status == 529 else error.status
    details: list[Body] = []
    if error.kind == BAD_KEY:
        details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": BAD_KEY})
    return {"error": {"code": code, "message": error.message, "status": status, "details": details}}


def _check_settings(model: str, settings: Body) -> None:
    served = find_model(model)
    if settings.get("maxOutputTokens", 1) > 65_536:
        raise invalid("Unable to submit request because it has a maxOutputTokens value above 65536.")
    if settings.get("candidateCount", 1) != 1:
        raise invalid("Multiple candidates is not enabled for this model")
    if settings.get("mediaResolution", "MEDIA_RESOLUTION_LOW") not in _RESOLUTIONS:
        raise invalid(f"Invalid value at 'generation_config.media_resolution': {settings['mediaResolution']}")
    thinking = settings.get("thinkingConfig") or {}
    level = thinking.get("thinkingLevel")
    if level is not None and "thinkingBudget" in thinking:
        raise invalid("You can only set only one of thinking budget and thinking level.")
    if level is not None and not served.levels:
        raise invalid("Thinking level is not supported for this model.")
    if level is not None and str(level).upper() not in served.levels:
        raise invalid(f"Thinking level {level} is not supported for this model.")
    if "thinkingBudget" in thinking and served.generation > 3:
        raise invalid("Thinking budget is not supported for this model.")
