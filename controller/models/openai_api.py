"""Calls of OpenAI's two APIs, at OpenAI or any compatible server, with errors said in testbed's terms."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

from controller.core.agent import Usage
from controller.models.error_mapping import Asked, error_from_status, not_answered
from testbed.errors import AgentError, ModelApiError, TestbedError, UsageError

if TYPE_CHECKING:
    from controller.models.client import ModelClient

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent to other servers when no key is set: most of one's own ask for none, and the SDK wants one."""
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
"""Error codes by which the API declines this conversation, whatever the settings."""
TOO_LONG = frozenset({"context_length_exceeded", "string_above_max_length"})
PASSING = frozenset({"server_error", "rate_limit_exceeded", "vector_store_timeout"})
"""Error codes of a failed response that another try may not meet."""


def address(base_url: str = "") -> str:
    """Where requests go: as given, else as the environment says, else OpenAI."""
    return (base_url or os.environ.get(URL_VARIABLE, "").strip() or OPENAI_URL).rstrip("/")


def is_openai(base_url: str = "") -> bool:
    """Whether requests go to OpenAI itself, one of its regions included."""
    host = urlsplit(address(base_url)).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")


def open_client(
    line: ModelClient, base_url: str = "", agent: str = "openai", key_variable: str = KEY_VARIABLE
) -> openai.OpenAI:
    """A client on an episode's line. Raises UsageError: no key, which only OpenAI itself always needs."""
    default = "" if is_openai(base_url) or key_variable != KEY_VARIABLE else NO_KEY
    return openai.OpenAI(
        api_key=line.key(key_variable, agent, default),
        base_url=address(base_url),
        max_retries=0,
        http_client=line.http_client(),
    )


def check_model(client: openai.OpenAI, line: ModelClient, model: str) -> None:
    """Ask the API whether it serves `model` to this key. Raises UsageError, ModelApiError.

    A server that lists no models, or not to this key, proves nothing and passes, as does a replay.
    """
    if line.replays:
        return
    try:
        with line.decision(CHECK_SECONDS):
            served = [str(found.id) for found in client.models.list().data]
    except (openai.NotFoundError, openai.PermissionDeniedError):
        return
    except openai.APIStatusError as error:
        if error.status_code in (400, 405, 501):
            return
        raise explained(error, model) from error
    except openai.OpenAIError as error:
        raise explained(error, model) from error
    except (json.JSONDecodeError, AttributeError, TypeError):
        return
    # Gateways take variants ("model:free") that they do not list.
    if served and model not in served and model.partition(":")[0] not in served:
        listed = ", ".join(served[:20]) + (", …" if len(served) > 20 else "")
        raise UsageError(
            f"{address(str(client.base_url))} serves no model {model!r} to this key",
            hint=f"choose one with --model MODEL: {listed}",
        )


def respond(
    client: openai.OpenAI, request: Mapping[str, Any], *, first: bool, needs: str = ""
) -> dict[str, Any]:
    """One request of the Responses API; the response as data, with items of the forms the API promises.

    Raises UsageError (bad key, unknown or unfit model), AgentError (the API refuses the request for what
    it contains), ModelApiError (everything that may pass). `first` says that the episode's conversation
    starts here, so a refused request is about the settings; `needs` is what the model must support then.
    """
    model = str(request["model"])
    try:
        answer = client.responses.create(**_untouched(request, "input", "tools"))
    except openai.OpenAIError as error:
        raise explained(error, model, first=first, needs=needs) from error
    except json.JSONDecodeError as error:
        raise ModelApiError(f"the model API's answer is no JSON: {error}") from error
    # The SDK builds answers without checking them.
    data = answer.to_dict(warnings=False) if isinstance(answer, Response) else None
    if data is None:
        raise ModelApiError(f"the model API's answer is no response: {str(answer)[:200]}")
    if data.get("status") == "failed" or isinstance(data.get("error"), dict):
        raise _failed(data.get("error"))
    output = data.get("output")
    if not isinstance(output, list) or not all(_is_whole(item) for item in output):
        raise ModelApiError(f"the model API's answer is no response: {str(data)[:200]}")
    return data


def complete(
    client: openai.OpenAI,
    request: Mapping[str, Any],
    *,
    first: bool,
    needs: str = "",
    key_variable: str = KEY_VARIABLE,
) -> dict[str, Any]:
    """One request of the Chat Completions API; the completion as data. Raises as `respond` does."""
    model = str(request["model"])
    try:
        answer = client.chat.completions.create(messages=(), **_untouched(request, "messages", "tools"))
    except openai.OpenAIError as error:
        raise explained(error, model, first=first, needs=needs, key_variable=key_variable) from error
    except json.JSONDecodeError as error:
        raise ModelApiError(f"the model API's answer is no JSON: {error}") from error
    data = answer.to_dict(warnings=False) if isinstance(answer, ChatCompletion) else None
    if data is None or not _has_message(data):
        # OpenRouter tells of an upstream's failure in a 200.
        told = data.get("error") if data is not None else None
        if isinstance(told, dict):
            raise ModelApiError(f"the model API failed: {str(told.get('message'))[:500]}")
        raise ModelApiError(f"the model API's answer is no completion: {str(data or answer)[:200]}")
    return data


def _untouched(request: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The request with its large fields in the body as they are.

    As arguments the SDK would walk them for names to translate, of which they have none, for 100 ms.
    """
    large = {name: request[name] for name in names if name in request}
    return {**{name: value for name, value in request.items() if name not in large}, "extra_body": large}


def usage_of(used: object) -> Usage:
    """Tokens as either API tells them; what an endpoint does not tell counts as none."""
    if not isinstance(used, dict):
        return Usage(calls=1)
    details = used.get("input_tokens_details") or used.get("prompt_tokens_details")
    cached = details if isinstance(details, dict) else {}
    return Usage(
        _count(used.get("input_tokens", used.get("prompt_tokens"))),
        _count(used.get("output_tokens", used.get("completion_tokens"))),
        _count(cached.get("cached_tokens")),
        _count(cached.get("cache_write_tokens")),
        calls=1,
    )


def explained(
    error: openai.OpenAIError,
    model: str,
    *,
    first: bool = True,
    needs: str = "",
    key_variable: str = KEY_VARIABLE,
) -> TestbedError:
    """Whose fault an SDK's error is, and what to do."""
    if not isinstance(error, openai.APIStatusError):
        return not_answered(error)
    said = f"{error.message} (request {error.request_id})" if error.request_id else error.message
    if error.code == "insufficient_quota":
        return error_from_status(402, said, Asked(model, key_variable, first, needs))
    if error.code in REFUSALS:
        return AgentError(f"the model API refuses to go on ({error.code}): {said}")
    if error.code in TOO_LONG:
        return AgentError(f"the conversation no longer fits the model's context window: {said}")
    return error_from_status(error.status_code, said, Asked(model, key_variable, first, needs))


def _failed(error: Any) -> TestbedError:
    found: dict[str, Any] = error if isinstance(error, dict) else {}
    code, said = str(found.get("code")), str(found.get("message"))[:500]
    if code in PASSING or not found:
        return ModelApiError(f"the model API failed while answering ({code}): {said}")
    if code in REFUSALS:
        return AgentError(f"the model API refuses to go on ({code}): {said}")
    return AgentError(f"the model API refuses the request ({code}): {said}")


_NEEDED: dict[str, tuple[tuple[str, type], ...]] = {
    "function_call": (("call_id", str), ("name", str), ("arguments", str)),
    "computer_call": (("call_id", str),),
    "message": (("content", list),),
    "reasoning": (("id", str),),
    "tool_search_output": (("tools", list),),
}


def _is_whole(item: object) -> bool:
    if not isinstance(item, dict) or not isinstance(item.get("type"), str):
        return False
    needed = _NEEDED.get(item["type"], ())
    if not all(isinstance(item.get(field), kind) for field, kind in needed):
        return False
    return item["type"] != "tool_search_output" or all(map(_is_tool, item["tools"]))


def _is_tool(tool: object) -> bool:
    if not isinstance(tool, dict):
        return False
    inner = tool.get("tools", [])
    return tool.get("type") != "namespace" or (
        isinstance(inner, list) and all(isinstance(one, dict) for one in inner)
    )


def _has_message(data: Mapping[str, Any]) -> bool:
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    if not isinstance(message, dict):
        return False
    calls = message.get("tool_calls") or []
    return isinstance(message.get("content") or "", str) and all(_is_call(call) for call in calls)


def _is_call(call: object) -> bool:
    if not isinstance(call, dict) or not isinstance(call.get("id"), str):
        return False
    function = call.get("function")
    return isinstance(function, dict) and all(
        isinstance(function.get(field), str) for field in ("name", "arguments")
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
