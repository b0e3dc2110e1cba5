"""Calls of Google's Gemini API (generateContent), with its errors mapped to testbed's.

Errors are Google's status codes in a JSON body (https://ai.google.dev/gemini-api/docs/troubleshooting). An invalid key
is status 400 there, not 401.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from google import genai
from google.genai import errors, types
from pydantic import ValidationError

from controller.core.agent import Usage
from controller.models.client import ModelClient
from controller.models.error_mapping import RequestInfo, error_from_status
from controller.models.platforms import Platform, credentials_of, open_gemini
from testbed.errors import ModelApiError, TestbedError

KEY_VARIABLE = "GEMINI_API_KEY"
URL_VARIABLE = "GOOGLE_GEMINI_BASE_URL"
"""The SDK's own variable."""
GOOGLE_URL = "https://generativelanguage.googleapis.com"
API_VERSION = "v1beta"
"""The version whose reference has the computer-use tool."""
CHECK_SECONDS = 30.0
MALFORMED_CALL = "MALFORMED_FUNCTION_CALL"
"""The finish reason of an answer with a call that cannot be read."""


@dataclass(frozen=True, slots=True)
class GeminiResponse:
    """A whole response, of a stream too.

    Attributes:
        parts: The content's parts as the API's JSON, in order; they are sent back unchanged.
        finish: Why the model stopped, such as "STOP"; "" when the prompt was blocked.
        explanation: The API's words on `finish` or `blocked`.
        blocked: Why the prompt was blocked, "" if it was not.
        model: The model as served.
        id: The response's id.
        usage: The tokens it counts.
        leniencies: Codes of what was repaired (`deviations.py`).
    """

    parts: list[dict[str, Any]] = field(repr=False)
    finish: str
    explanation: str
    blocked: str
    model: str
    id: str
    usage: Usage
    leniencies: tuple[str, ...] = ()


def address(base_url: str = "") -> str:
    """Return the API's address without its version: `base_url`, else the environment's, else Google's."""
    return (base_url or os.environ.get(URL_VARIABLE, "").strip() or GOOGLE_URL).rstrip("/")


def open_client(model_client: ModelClient, base_url: str = "", via: Platform = "") -> genai.Client:
    """Open the SDK's client over an episode's model client. Raises UsageError when there is no key."""
    if via:
        return cast(genai.Client, open_gemini(model_client, base_url))
    return genai.Client(
        api_key=model_client.key(KEY_VARIABLE, "google"),
        vertexai=False,
        http_options=types.HttpOptions(
            base_url=address(base_url), api_version=API_VERSION, httpx_client=model_client.http_client()
        ),
    )


def check_model(client: genai.Client, model_client: ModelClient, model: str) -> None:
    """Check that the API serves `model` to this key. Raises UsageError, ModelApiError.

    An endpoint that describes no models (a gateway, Vertex AI) passes, as does a replay.
    """
    if model_client.replays or client.vertexai:
        return
    try:
        with model_client.decision(CHECK_SECONDS):
            client.models.get(model=model)
    except errors.APIError as error:
        if error.code not in (404, 405, 501) or error.status == "NOT_FOUND":
            raise map_error(error, RequestInfo(model, KEY_VARIABLE)) from error
    except (ValueError, TypeError, LookupError, AttributeError):
        return


def generate(
    client: genai.Client, request: Mapping[str, Any], *, first: bool, needs: str = "", stream: bool = True
) -> GeminiResponse:
    """Send one request.

    Args:
        client: The SDK's client.
        request: `model`, and the fields of the body as the API's JSON.
        first: Whether the episode's conversation starts here, so that a refusal is due to the settings.
        needs: What the model must support, for error messages.
        stream: Ask for a stream, in which no connection is silent for long.

    Raises:
        UsageError: Bad key, or a model that is unknown or does not fit.
        AgentError: The API refuses the request for its content.
        ModelApiError: A failure that may pass.
    """
    model = str(request["model"])
    body = {name: value for name, value in request.items() if name != "model"}
    # The SDK sends `extra_body` unchanged; as arguments it would decode and encode every image.
    config = types.GenerateContentConfig(http_options=types.HttpOptions(extra_body=body))
    ask = client.models.generate_content_stream if stream else client.models.generate_content
    try:
        answer = ask(model=model, contents="", config=config)
        chunks = [answer] if isinstance(answer, types.GenerateContentResponse) else list(answer)
        response = _merge(chunks)
    except TestbedError:
        raise
    except errors.APIError as error:
        info = RequestInfo(model, credentials_of(client, KEY_VARIABLE), first, needs)
        raise map_error(error, info) from error
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        if isinstance(error, ValidationError) and _is_of_call(error):
            return GeminiResponse([], MALFORMED_CALL, str(error)[:200], "", model, "", Usage(calls=1))
        raise ModelApiError(
            f"the model API's response cannot be read: {type(error).__name__}: {str(error)[:200]}"
        ) from error
    if not response.finish and not response.blocked:
        raise ModelApiError("the model API's response ended before the answer did")
    return response


def map_error(error: errors.APIError, request: RequestInfo) -> TestbedError:
    """Map an SDK's error to testbed's: whose fault it is, and what to do."""
    explanation = f"{error.status or 'error'}: {str(error.message)[:500]}"
    status = int(error.code or 500)
    if status == 400 and ("API_KEY_INVALID" in str(error.details) or "API key" in explanation):
        status = 401
    elif status == 400 and error.status == "FAILED_PRECONDITION":
        status = 402  # the free tier is not offered here: billing must be enabled
    return error_from_status(status, explanation, request)


def _is_of_call(error: ValidationError) -> bool:
    """Whether the SDK cannot read a response for the fields of a call in it, which the model writes."""
    return all({"function_call", "functionCall"} & set(problem["loc"]) for problem in error.errors())


def _merge(chunks: Iterable[types.GenerateContentResponse]) -> GeminiResponse:
    parts: list[dict[str, Any]] = []
    finish = explanation = blocked = model = identity = ""
    usage = Usage(calls=1)
    for chunk in chunks:
        model, identity = chunk.model_version or model, chunk.response_id or identity
        if chunk.usage_metadata is not None:
            usage = _usage(chunk.usage_metadata)
        feedback = chunk.prompt_feedback
        if feedback is not None and feedback.block_reason:
            blocked = str(feedback.block_reason.value)
            explanation = feedback.block_reason_message or explanation
        for candidate in (chunk.candidates or [])[:1]:
            for part in _json_parts(candidate):
                _append(parts, part)
            finish = str(candidate.finish_reason.value) if candidate.finish_reason else finish
            explanation = candidate.finish_message or explanation
    return GeminiResponse(parts, finish, explanation, blocked, model, identity, usage)


def _json_parts(candidate: types.Candidate) -> Iterator[dict[str, Any]]:
    content = candidate.content
    for part in (content.parts if content else None) or ():
        yield part.model_dump(mode="json", by_alias=True, exclude_none=True)


def _append(parts: list[dict[str, Any]], part: dict[str, Any]) -> None:
    """Add a part of a stream. Pieces of one text become one part; a part with a signature stays as it is."""
    plain = part.keys() <= {"text", "thought"}
    if plain and not part.get("text"):
        return
    last = parts[-1] if parts else {}
    if plain and last.keys() <= {"text", "thought"} and last.get("thought") == part.get("thought") and last:
        parts[-1] = {**last, "text": last["text"] + part["text"]}
    else:
        parts.append(part)


def _usage(counts: types.GenerateContentResponseUsageMetadata) -> Usage:
    return Usage(
        (counts.prompt_token_count or 0) + (counts.tool_use_prompt_token_count or 0),
        (counts.candidates_token_count or 0) + (counts.thoughts_token_count or 0),
        counts.cached_content_token_count or 0,
        calls=1,
    )
