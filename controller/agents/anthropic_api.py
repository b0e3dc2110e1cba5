"""Calls of Anthropic's Messages API: one time limit over all tries, and errors said in testbed's terms."""

from __future__ import annotations

import atexit
import json
import os
import time
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import anthropic
from anthropic.types import Message

from controller.errors import AgentError, ModelApiError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from anthropic import APIRequest, APIResponse, CallNext

KEY_VARIABLE = "ANTHROPIC_API_KEY"
MAX_RETRIES = 5
CHECK_SECONDS = 30.0
_TRANSIENT = (408, 409, 429)


class Deadline:
    """A moment that everything done for one decision must meet, retries included."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self._end - time.monotonic()

    def limit(self, request: APIRequest, call_next: CallNext) -> APIResponse[Any]:
        """SDK middleware, run once a try: none may start or wait past the deadline. Raises ModelApiError."""
        if self.left <= 0:
            raise self._over("no time was left for another try")
        response = call_next(request.copy(timeout=self.left))
        wait = _retry_after(response.headers)
        if wait > self.left and (response.status_code in _TRANSIENT or response.status_code >= 500):
            raise self._over(f"HTTP {response.status_code} asked to wait {wait:.0f} s")
        return response

    def _over(self, why: str) -> ModelApiError:
        return ModelApiError(f"the model API did not answer within {self.seconds:.0f} s: {why}")


@cache
def _client(key: str, base_url: str | None) -> anthropic.Anthropic:
    made = anthropic.Anthropic(api_key=key, base_url=base_url, max_retries=MAX_RETRIES)
    atexit.register(made.close)
    return made


def client() -> anthropic.Anthropic:
    """The client for the key and base URL of the environment, shared by all episodes. Raises UsageError."""
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not key:
        raise UsageError(
            f"the anthropic agent needs an API key, and {KEY_VARIABLE} is not set",
            hint=f"export {KEY_VARIABLE}=…, or use --agent oracle, which needs none",
        )
    return _client(key, os.environ.get("ANTHROPIC_BASE_URL") or None)


def check_model(model: str) -> None:
    """Ask the API whether it serves `model` to this key. Raises UsageError, ModelApiError.

    An endpoint without a list of models (a gateway) proves nothing and passes.
    """
    deadline = Deadline(CHECK_SECONDS)
    try:
        client().with_options(middleware=[deadline.limit], max_retries=2).models.retrieve(model)
    except anthropic.NotFoundError as error:
        if error.type == "not_found_error":
            raise _explained(error, model) from error
    except anthropic.AnthropicError as error:
        raise _explained(error, model) from error


def ask(request: Mapping[str, Any], deadline: Deadline, *, first: bool) -> Message:
    """Send one request of the Messages API.

    Raises UsageError (bad key, unknown or unfit model), AgentError (the API refuses the request for what
    it contains), ModelApiError (everything that may pass: limits, overload, connection, time).
    `first` says that the episode's conversation starts here, so a refused request is about the settings.
    """
    model = str(request["model"])
    try:
        answer = client().with_options(middleware=[deadline.limit]).messages.create(**request)
    except anthropic.AnthropicError as error:
        raise _explained(error, model, first=first) from error
    except json.JSONDecodeError as error:
        raise ModelApiError(f"the model API's answer is no JSON: {error}") from error
    # The SDK builds answers without checking them.
    if not isinstance(answer, Message) or not _is_whole(answer.model_dump()):
        raise ModelApiError(f"the model API's answer is no message: {str(answer)[:200]}")
    return answer


def _is_whole(answer: dict[str, Any]) -> bool:
    content, usage = answer.get("content"), answer.get("usage")
    if not isinstance(content, list) or not isinstance(usage, dict):
        return False
    tokens = (usage.get("input_tokens"), usage.get("output_tokens"))
    needed = {"tool_use": ("id", "name"), "text": ("text",), "thinking": ("thinking", "signature")}
    return all(isinstance(count, int) for count in tokens) and all(
        isinstance(block, dict)
        and isinstance(block.get("type"), str)
        and all(isinstance(block.get(field), str) for field in needed.get(block["type"], ()))
        for block in content
    )


def _explained(error: anthropic.AnthropicError, model: str, *, first: bool = True) -> Exception:
    if not isinstance(error, anthropic.APIStatusError):
        return ModelApiError(f"the model API failed: {error}")
    said = f"HTTP {error.status_code}: {error.api_message or error.message}"
    if error.request_id:
        said += f" (request {error.request_id})"
    match error.status_code:
        case 401:
            return UsageError(
                f"the model API refuses the key. {said}", hint=f"set {KEY_VARIABLE} to a valid key"
            )
        case 402:
            return UsageError(
                f"the account cannot pay. {said}", hint="check the account's billing and limits"
            )
        case 403:
            return UsageError(
                f"the key may not do this. {said}", hint="check the key's permissions and workspace"
            )
        case 404:
            return UsageError(
                f"the model API has no model {model!r}. {said}", hint="choose another with --model MODEL"
            )
        case 400 if first:
            return UsageError(
                f"the model API refuses the request for {model!r}. {said}",
                hint="the model must support the computer toolset and adaptive thinking; see --model",
            )
        case status if status in _TRANSIENT or status >= 500:
            return ModelApiError(f"the model API failed after all tries. {said}")
    return AgentError(f"the model API refuses the request. {said}")


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds the API asks to wait, 0 when it does not say."""
    with suppress(ValueError):
        return float(headers.get("retry-after", "0"))
    return 0.0
