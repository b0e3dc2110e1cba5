"""Failures that model APIs report with HTTP status 200: errors in the body, bodies without an answer, broken streams.

The transport retries them as it does a status of 500.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from controller.models.event_streams import is_event_stream, stream_end_fault, stream_error
from controller.models.exchange import HttpResponse

_PERMANENT = re.compile(
    r"invalid|auth|permission|forbidden|not.?found|quota|billing|credit|unsupported|context_length|too_long|too_large"
    r"|policy|filter|moderation|FAILED_PRECONDITION",
    re.IGNORECASE,
)
"""Words in an error's code or type that another attempt does not change."""
_RETRIED = frozenset({408, 409, 425, 429})


def response_fault(response: HttpResponse) -> str:
    """Return what failed in a successful response of a model API and may go well in another attempt.

    Returns:
        The failure in words; "" if there is none, or if another attempt would fail too.
    """
    if not 200 <= response.status < 300:
        return ""
    if is_event_stream(response):
        error = stream_error(response)
        return _fault_of(error) if error else stream_end_fault(response)
    try:
        data = json.loads(response.body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        # Plain text may be what an agent of one's own asks for; model APIs answer in JSON.
        kind = response.headers.get("content-type", "")
        promised = not response.body or "json" in kind or "html" in kind
        text = response.body[:200].decode("utf-8", "replace")
        return f"the response is not JSON: {text!r}" if promised else ""
    return _body_fault(data) if isinstance(data, dict) else ""


def stated_error(response: HttpResponse) -> object:
    """Return the error in the body or the stream of a successful response; None if there is none."""
    if is_event_stream(response):
        return stream_error(response)
    if b'"error"' not in response.body:
        return None
    try:
        data = json.loads(response.body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return None
    return data.get("error") if isinstance(data, dict) else None


def is_permanent(error: Mapping[str, Any]) -> bool:
    """Return whether an error, by its code, its type or its status, is one that another attempt does not change."""
    number = error.get("code")
    if isinstance(number, int) and 400 <= number < 500:
        return number not in _RETRIED
    return any(_PERMANENT.search(str(error.get(field) or "")) for field in ("code", "type", "status"))


def _body_fault(data: Mapping[str, Any]) -> str:
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(first, dict) and (first.get("error") or first.get("finish_reason") == "error"):
        return _fault_of(first.get("error") or "the answer ended with the reason 'error'")
    if data.get("error") and not first:
        return _fault_of(data["error"])
    if "choices" in data and not (isinstance(first, dict) and isinstance(first.get("message"), dict)):
        return "the response has no message"
    if data.get("candidates") == [] and not data.get("promptFeedback"):
        return "the response has no candidate"
    if data.get("object") == "response" and not isinstance(data.get("output"), list):
        return "the response has no output"
    if data.get("type") == "message" and "content" not in data:
        return "the response has no content"
    return ""


def _fault_of(error: object) -> str:
    """The error in words; "" for one that another attempt does not change."""
    if isinstance(error, Mapping):
        return "" if is_permanent(error) else json.dumps(error, ensure_ascii=False)
    return str(error)
