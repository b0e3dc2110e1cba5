"""Calls of Anthropic's Messages API, with its errors mapped to testbed's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import anthropic
import httpx2
from anthropic.types import Message

from controller.models.anthropic_shapes import message_in, repair_message
from controller.models.client import ModelClient
from controller.models.context_window import window_error
from controller.models.error_mapping import (
    RequestInfo,
    error_from_status,
    error_without_status,
    refusal_in_words,
)
from controller.models.platforms import Platform, credentials_of, open_claude
from controller.models.response_faults import is_permanent
from controller.models.settings import environment_url
from testbed.errors import ModelApiError, RequestRefusedError, TestbedError

KEY_VARIABLE = "ANTHROPIC_API_KEY"
URL_VARIABLE = "ANTHROPIC_BASE_URL"
CHECK_SECONDS = 30.0
NEEDS = "its computer tool and kind of thinking (docs/agents_anthropic.md)"


@dataclass(frozen=True, slots=True)
class AnthropicAnswer:
    """An answer.

    Attributes:
        message: The message, in the form that the API documents.
        leniencies: Codes of what was repaired (`deviations.py`).
    """

    message: Message
    leniencies: tuple[str, ...] = ()


def open_client(
    model_client: ModelClient,
    base_url: str = "",
    *,
    agent: str = "anthropic",
    variable: str = KEY_VARIABLE,
    via: Platform = "",
) -> anthropic.Anthropic:
    """Open the SDK's client over an episode's model client.

    Args:
        model_client: The episode's model client.
        base_url: The API's address; "" uses the environment's, or Anthropic's.
        agent: The agent's name, for error messages.
        variable: The environment variable that holds the key.
        via: The cloud platform that serves the models; "" is Anthropic itself.

    Raises:
        UsageError: There is no key, or the environment's address is none.
    """
    if via:
        return cast(anthropic.Anthropic, open_claude(model_client, via, base_url))
    return anthropic.Anthropic(
        api_key=model_client.key(variable, agent),
        base_url=base_url or environment_url(URL_VARIABLE) or None,
        max_retries=0,
        http_client=model_client.http_client(),
    )


def check_model(
    client: anthropic.Anthropic, model_client: ModelClient, model: str, variable: str = KEY_VARIABLE
) -> None:
    """Check that the API serves `model` to this key. Raises UsageError, ModelApiError.

    An endpoint without a list of models (a gateway, a cloud platform) passes, as does a replay.
    """
    if model_client.replays or type(client) is not anthropic.Anthropic:
        return
    try:
        with model_client.decision(CHECK_SECONDS):
            client.models.retrieve(model)
    except anthropic.NotFoundError as error:
        if error.type == "not_found_error":
            raise _to_error(error, RequestInfo(model, variable, True, NEEDS)) from error
    except anthropic.AnthropicError as error:
        raise _to_error(error, RequestInfo(model, variable, True, NEEDS)) from error


def create_message(
    client: anthropic.Anthropic,
    request: Mapping[str, Any],
    *,
    first: bool,
    needs: str = NEEDS,
    variable: str = KEY_VARIABLE,
    stream: bool = True,
) -> AnthropicAnswer:
    """Send one request of the Messages API.

    Args:
        client: The SDK's client.
        request: The request's fields.
        first: Whether the episode's conversation starts here, so that a refusal is due to the settings.
        needs: What the model must support, for error messages.
        variable: The environment variable that holds the key, for error messages.
        stream: Ask for a stream, in which no connection is silent for long.

    Raises:
        UsageError: Bad key, or a model that is unknown or does not fit.
        AgentError: The API refuses the request for its content.
        ModelApiError: A failure that may pass: rate limit, overload, connection, time.
    """
    info = RequestInfo(str(request["model"]), credentials_of(client, variable), first, needs)
    sent: dict[str, Any] = {**request, "stream": True} if stream else {**request}
    codes: list[str] = []
    try:
        raw = client.messages.with_raw_response.create(**sent)
        data = _body(raw.http_response)
    except anthropic.AnthropicError as error:
        raise _to_error(error, info) from error
    except (ValueError, RecursionError) as error:
        raise ModelApiError(f"the model API's response cannot be read: {error}") from error
    if isinstance(data, dict) and data.get("error"):
        raise _failure(data["error"])
    message = repair_message(data, len(request["messages"]), codes)
    return AnthropicAnswer(Message.construct(**message), tuple(dict.fromkeys(codes)))


def _body(response: httpx2.Response) -> Any:
    """The response's JSON; of a stream what its events add up to. Servers may ignore that a stream is requested."""
    response.read()
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        return message_in(response.content)
    return json.loads(response.content.decode("utf-8-sig", "replace"))


def _failure(error: object) -> TestbedError:
    """The error of an answer with status 200, in a body or in a stream that had started well."""
    fields: Mapping[str, Any] = error if isinstance(error, Mapping) else {"message": error}
    explanation = f"{fields.get('type') or 'error'}: {str(fields.get('message'))[:500]}"
    if too_long := window_error(explanation):
        return too_long
    if is_permanent(fields):
        return refusal_in_words(explanation, explanation) or RequestRefusedError(
            f"the model API refuses the request: {explanation}"
        )
    return ModelApiError(f"the model API failed in mid-answer: {explanation}")


def _to_error(error: anthropic.AnthropicError, request: RequestInfo) -> Exception:
    if not isinstance(error, anthropic.APIStatusError):
        return error_without_status(error)
    explanation = error.api_message or error.message
    if error.request_id:
        explanation += f" (request {error.request_id})"
    return error_from_status(error.status_code, explanation, request)
