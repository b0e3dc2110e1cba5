"""Calls of Anthropic's Messages API, with its errors mapped to testbed's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anthropic
from anthropic.types import Message

from controller.models.client import ModelClient
from controller.models.error_mapping import RequestInfo, error_from_status, error_without_status
from controller.models.settings import environment_url
from testbed.errors import ModelApiError

KEY_VARIABLE = "ANTHROPIC_API_KEY"
URL_VARIABLE = "ANTHROPIC_BASE_URL"
CHECK_SECONDS = 30.0
NEEDS = "its computer tool and kind of thinking (docs/agents.md)"


def open_client(
    model_client: ModelClient, base_url: str = "", *, agent: str = "anthropic", variable: str = KEY_VARIABLE
) -> anthropic.Anthropic:
    """Open the SDK's client over an episode's model client.

    Args:
        model_client: The episode's model client.
        base_url: The API's address; "" uses the environment's, or Anthropic's.
        agent: The agent's name, for error messages.
        variable: The environment variable that holds the key.

    Raises:
        UsageError: There is no key, or the environment's address is none.
    """
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

    An endpoint without a list of models (a gateway) passes, as does a replay.
    """
    if model_client.replays:
        return
    try:
        with model_client.decision(CHECK_SECONDS):
            client.models.retrieve(model)
    except anthropic.NotFoundError as error:
        if error.type == "not_found_error":
            raise _mapped(error, RequestInfo(model, variable, True, NEEDS)) from error
    except anthropic.AnthropicError as error:
        raise _mapped(error, RequestInfo(model, variable, True, NEEDS)) from error


def create_message(
    client: anthropic.Anthropic,
    request: Mapping[str, Any],
    *,
    first: bool,
    needs: str = NEEDS,
    variable: str = KEY_VARIABLE,
    stream: bool = True,
) -> Message:
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
    info = RequestInfo(str(request["model"]), variable, first, needs)
    try:
        message = _stream(client, request) if stream else client.messages.create(**request)
    except anthropic.AnthropicError as error:
        raise _mapped(error, info) from error
    except (ValueError, TypeError, LookupError, AttributeError, RuntimeError) as error:
        # The SDK does not validate responses before it takes them apart.
        raise ModelApiError(
            f"the model API's response cannot be read: {type(error).__name__}: {str(error)[:200]}"
        ) from error
    if not isinstance(message, Message) or not _is_whole(message.model_dump(warnings=False)):
        raise ModelApiError(f"the model API's response is not a message: {str(message)[:200]}")
    return message


def _stream(client: anthropic.Anthropic, request: Mapping[str, Any]) -> Message:
    """Raises ModelApiError when the stream ends before the message does."""
    with client.messages.stream(**request) as stream:
        if not any(event.type == "message_stop" for event in stream):
            raise ModelApiError("the model API's response ended before the message did")
        return stream.get_final_message()


def _is_whole(message: dict[str, Any]) -> bool:
    content, usage = message.get("content"), message.get("usage")
    if not isinstance(content, list) or not isinstance(usage, dict):
        return False
    if not isinstance(message.get("stop_reason"), str):
        return False
    tokens = (usage.get("input_tokens"), usage.get("output_tokens"))
    required = {
        "tool_use": ("id", "name"),
        "server_tool_use": ("id", "name"),
        "tool_search_tool_result": ("tool_use_id",),
        "text": ("text",),
        "thinking": ("thinking", "signature"),
    }
    return all(isinstance(count, int) for count in tokens) and all(
        isinstance(block, dict)
        and isinstance(block.get("type"), str)
        and all(isinstance(block.get(field), str) for field in required.get(block["type"], ()))
        and (block["type"] != "tool_search_tool_result" or _is_search_result(block.get("content")))
        for block in content
    )


def _is_search_result(content: object) -> bool:
    if not isinstance(content, dict):
        return False
    references = content.get("tool_references", [])
    return isinstance(references, list) and all(
        isinstance(item, dict) and isinstance(item.get("tool_name"), str) for item in references
    )


def _mapped(error: anthropic.AnthropicError, request: RequestInfo) -> Exception:
    if not isinstance(error, anthropic.APIStatusError):
        return error_without_status(error)
    explanation = error.api_message or error.message
    if error.request_id:
        explanation += f" (request {error.request_id})"
    if error.status_code < 400:  # an error event in a stream that had started well
        return ModelApiError(f"the model API failed in mid-answer: {error.type or 'error'}: {explanation}")
    return error_from_status(error.status_code, explanation, request)
