"""Calls of OpenAI's two APIs, at OpenAI or any compatible server, with their errors mapped to testbed's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

import httpx2
import openai

from controller.core.agent import Usage
from controller.models.client import ModelClient
from controller.models.context_window import window_error
from controller.models.error_mapping import (
    RequestInfo,
    error_from_status,
    error_without_status,
    refusal_in_words,
    refused_content,
    too_long_error,
)
from controller.models.openai_shapes import Body, repair_completion, repair_response
from controller.models.openai_stream import completion_in, response_in
from controller.models.platforms import Platform, credentials_of, open_azure
from controller.models.response_faults import is_permanent
from controller.models.settings import environment_url
from testbed.errors import AgentError, ModelApiError, RequestRefusedError, TestbedError, UsageError

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent to other servers when no key is set: most self-hosted ones need none, but the SDK requires one."""
CHECK_SECONDS = 30.0
REFUSALS = frozenset(
    {
        "invalid_prompt",
        "content_policy_violation",
        "content_filter",
        "bio_policy",
        "misalignment_policy_violation",
        "image_content_policy_violation",
    }
)
"""Error codes of a refusal of this conversation, whatever the settings."""
TOO_LONG = frozenset({"context_length_exceeded", "string_above_max_length", "exceed_context_size_error"})
"""Error codes, of llama.cpp the error's type, of a conversation that is too long."""


@dataclass(frozen=True, slots=True)
class OpenAIAnswer:
    """An answer of either API.

    Attributes:
        body: The answer's JSON in the form that the API documents.
        leniencies: Codes of what was repaired (`deviations.py`).
    """

    body: Body
    leniencies: tuple[str, ...] = ()


def address(base_url: str = "") -> str:
    """Return the API's address: `base_url`, else the environment's, else OpenAI's. Raises UsageError."""
    return (base_url or environment_url(URL_VARIABLE) or OPENAI_URL).rstrip("/")


def is_openai(base_url: str = "") -> bool:
    """Return whether requests go to OpenAI itself or one of its regions."""
    host = urlsplit(address(base_url)).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")


def open_client(
    model_client: ModelClient,
    base_url: str = "",
    agent: str = "openai",
    key_variable: str = KEY_VARIABLE,
    via: Platform = "",
) -> openai.OpenAI:
    """Open the SDK's client over an episode's model client.

    Raises:
        UsageError: There is no key, and the endpoint is OpenAI's or `key_variable` is not the usual one.
    """
    if via:
        return cast(openai.OpenAI, open_azure(model_client, base_url))
    default = "" if is_openai(base_url) or key_variable != KEY_VARIABLE else NO_KEY
    return openai.OpenAI(
        api_key=model_client.key(key_variable, agent, default),
        base_url=address(base_url),
        max_retries=0,
        http_client=model_client.http_client(),
    )


def check_model(client: openai.OpenAI, model_client: ModelClient, model: str) -> None:
    """Check that the API serves `model` to this key. Raises UsageError, ModelApiError.

    A server that lists no models, or not to this key, passes, as does a replay.
    """
    if model_client.replays or isinstance(client, openai.AzureOpenAI):  # which lists models, not deployments
        return
    try:
        with model_client.decision(CHECK_SECONDS):
            served = [str(item.id) for item in client.models.list().data]
    except (openai.NotFoundError, openai.PermissionDeniedError):
        return
    except openai.APIStatusError as error:
        if error.status_code in (400, 405, 501):
            return
        raise map_error(error, model) from error
    except openai.OpenAIError as error:
        raise map_error(error, model) from error
    except (ValueError, RecursionError, AttributeError, TypeError):
        return
    if served and not any(_covers(one, model) for one in served):
        listed = ", ".join(served[:20]) + (", …" if len(served) > 20 else "")
        raise UsageError(
            f"{address(str(client.base_url))} serves no model {model!r} to this key",
            hint=f"choose one with --model MODEL: {listed}",
        )


def _covers(listed: str, model: str) -> bool:
    """Whether a name in a list of models stands for `model`.

    Proxies list wildcards (`*`, `vendor/*`) and names with a vendor's prefix, and accept variants (`model:free`) that
    they do not list.
    """
    pattern = ".*".join(map(re.escape, listed.split("*")))
    names = (model, model.partition(":")[0])
    return any(re.fullmatch(pattern, name) or listed.endswith(f"/{name}") for name in names)


def create_response(
    client: openai.OpenAI, request: Mapping[str, Any], *, first: bool, needs: str = ""
) -> OpenAIAnswer:
    """Send one request of the Responses API.

    Args:
        client: The SDK's client.
        request: The request's fields; with `stream`, the response comes as events.
        first: Whether the episode's conversation starts here, so that a refusal is due to the settings.
        needs: What the model must support, for error messages.

    Returns:
        The response, whose output items have the fields the API documents.

    Raises:
        UsageError: Bad key, or a model that is unknown or does not fit.
        AgentError: The API refuses the request for its content.
        ModelApiError: A failure that may pass.
    """
    model = str(request["model"])
    codes: list[str] = []
    try:
        raw = client.responses.with_raw_response.create(**_raw(request, "input", "tools"))
        data = _body(raw.http_response, response_in)
    except openai.OpenAIError as error:
        raise map_error(
            error, model, first=first, needs=needs, key_variable=credentials_of(client, KEY_VARIABLE)
        ) from error
    except (ValueError, RecursionError) as error:
        raise ModelApiError(f"the model API's response is not JSON: {error}") from error
    if isinstance(data, dict) and (data.get("status") == "failed" or data.get("error")):
        raise _failure(data.get("error"))
    return OpenAIAnswer(repair_response(data, len(request["input"]), codes), tuple(dict.fromkeys(codes)))


def compact_input(
    client: openai.OpenAI, model: str, items: list[Body], instructions: str
) -> tuple[list[Body], Usage]:
    """Have the API compact the items of a conversation.

    Returns:
        The items that stand for them, and what it took.

    Raises:
        AgentError, UsageError: The API does not compact, or not these items.
        ModelApiError: A failure that may pass.
    """
    try:
        raw = client.responses.with_raw_response.compact(
            **_raw({"model": model, "input": items, "instructions": instructions}, "input")
        )
        data = json.loads(raw.http_response.read().decode("utf-8-sig", "replace"))
    except openai.OpenAIError as error:
        raise map_error(error, model, first=False) from error
    except (ValueError, RecursionError) as error:
        raise AgentError(f"the model API's compaction is not JSON: {error}") from error
    output = data.get("output") if isinstance(data, dict) else None
    compacted = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    if not any(item.get("type") == "compaction" for item in compacted):
        raise AgentError("the model API returned no compaction")
    return compacted, usage_of(data.get("usage"))


def create_completion(
    client: openai.OpenAI,
    request: Mapping[str, Any],
    *,
    first: bool,
    needs: str = "",
    key_variable: str = KEY_VARIABLE,
) -> OpenAIAnswer:
    """Send one request of the Chat Completions API; returns and raises as `create_response` does."""
    model = str(request["model"])
    codes: list[str] = []
    try:
        raw = client.chat.completions.with_raw_response.create(
            messages=(), **_raw(request, "messages", "tools")
        )
        data = _body(raw.http_response, lambda body: completion_in(body, codes))
    except openai.OpenAIError as error:
        variable = credentials_of(client, key_variable)
        raise map_error(error, model, first=first, needs=needs, key_variable=variable) from error
    except (ValueError, RecursionError) as error:
        raise ModelApiError(f"the model API's response is not JSON: {error}") from error
    # OpenRouter reports an upstream's failure with status 200.
    if isinstance(data, dict) and data.get("error") and not data.get("choices"):
        raise _failure(data["error"])
    return OpenAIAnswer(repair_completion(data, len(request["messages"]), codes), tuple(dict.fromkeys(codes)))


def _body(response: httpx2.Response, assemble: Callable[[bytes], Any]) -> Any:
    """The response's JSON; of a stream what its events add up to. Servers may ignore that a stream is requested."""
    response.read()
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        return assemble(response.content)
    return json.loads(response.content.decode("utf-8-sig", "replace"))


def _raw(request: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The request with its large fields in `extra_body`, which the SDK sends unchanged.

    As arguments the SDK would search them for names to translate, which takes 100 ms and finds none.
    """
    large = {name: request[name] for name in names if name in request}
    return {**{name: value for name, value in request.items() if name not in large}, "extra_body": large}


def usage_of(counts: object) -> Usage:
    """Read the token counts of either API; a missing count is 0."""
    if not isinstance(counts, dict):
        return Usage(calls=1)
    details = counts.get("input_tokens_details") or counts.get("prompt_tokens_details")
    cached = details if isinstance(details, dict) else {}
    return Usage(
        _count(counts.get("input_tokens", counts.get("prompt_tokens"))),
        _count(counts.get("output_tokens", counts.get("completion_tokens"))),
        _count(cached.get("cached_tokens")),
        _count(cached.get("cache_write_tokens")),
        calls=1,
    )


def map_error(
    error: openai.OpenAIError,
    model: str,
    *,
    first: bool = True,
    needs: str = "",
    key_variable: str = KEY_VARIABLE,
) -> TestbedError:
    """Map an SDK's error to testbed's: whose fault it is, and what to do."""
    if not isinstance(error, openai.APIStatusError):
        return error_without_status(error)
    explanation = f"{error.message} (request {error.request_id})" if error.request_id else error.message
    request = RequestInfo(model, key_variable, first, needs, error.param or "")
    if error.code == "insufficient_quota":
        return error_from_status(402, explanation, request)
    if error.code in REFUSALS:
        return refused_content(f"({error.code}): {explanation}")
    if error.code in TOO_LONG or error.type in TOO_LONG:
        return too_long_error(explanation, request)
    return error_from_status(error.status_code, explanation, request)


def _failure(error: Any) -> TestbedError:
    """The error of a failed answer: an object, or on some servers a text."""
    fields: dict[str, Any] = error if isinstance(error, dict) else {"message": error or ""}
    code, explanation = str(fields.get("code")), str(fields.get("message"))[:500]
    if code in REFUSALS:
        return refused_content(f"({code}): {explanation}")
    if code in TOO_LONG or window_error(explanation):
        return too_long_error(explanation)
    if is_permanent(fields):
        reason = f"({code}): {explanation}"
        return refusal_in_words(reason, f"{code} {explanation}") or RequestRefusedError(
            f"the model API refuses the request {reason}"
        )
    return ModelApiError(f"the model API failed while answering ({code}): {explanation}")


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
