"""Calls of Anthropic's Messages API, with errors said in testbed's terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anthropic
from anthropic.types import Message

from controller.models.error_mapping import Asked, error_from_status, not_answered
from testbed.errors import ModelApiError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.models.client import ModelClient

KEY_VARIABLE = "ANTHROPIC_API_KEY"
CHECK_SECONDS = 30.0
NEEDS = "its computer tool and kind of thinking (docs/agents.md)"


def open_client(
    line: ModelClient, base_url: str = "", *, agent: str = "anthropic", variable: str = KEY_VARIABLE
) -> anthropic.Anthropic:
    """A client on an episode's line; without `base_url` the environment's counts. Raises UsageError.

    `variable` is the environment's that holds the key of `agent`.
    """
    return anthropic.Anthropic(
        api_key=line.key(variable, agent),
        base_url=base_url or None,
        max_retries=0,
        http_client=line.http_client(),
    )


def check_model(client: anthropic.Anthropic, line: ModelClient, model: str) -> None:
    """Ask the API whether it serves `model` to this key. Raises UsageError, ModelApiError.

    An endpoint without a list of models (a gateway) proves nothing and passes, as does a replay.
    """
    if line.replays:
        return
    try:
        with line.decision(CHECK_SECONDS):
            client.models.retrieve(model)
    except anthropic.NotFoundError as error:
        if error.type == "not_found_error":
            raise _explained(error, Asked(model, KEY_VARIABLE, True, NEEDS)) from error
    except anthropic.AnthropicError as error:
        raise _explained(error, Asked(model, KEY_VARIABLE, True, NEEDS)) from error


def ask(
    client: anthropic.Anthropic,
    request: Mapping[str, Any],
    *,
    first: bool,
    needs: str = NEEDS,
    variable: str = KEY_VARIABLE,
    stream: bool = True,
) -> Message:
    """Send one request of the Messages API; as a stream no connection is silent for long.

    Raises UsageError (bad key, unknown or unfit model), AgentError (the API refuses the request for what
    it contains), ModelApiError (everything that may pass: limits, overload, connection, time).
    `first` says that the episode's conversation starts here, so a refused request is about the settings;
    `needs` is what the model must support.
    """
    asked = Asked(str(request["model"]), variable, first, needs)
    try:
        answer = _streamed(client, request) if stream else client.messages.create(**request)
    except anthropic.AnthropicError as error:
        raise _explained(error, asked) from error
    except (ValueError, TypeError, LookupError, AttributeError, RuntimeError) as error:
        # The SDK takes answers apart without checking them.
        raise ModelApiError(
            f"the model API's answer cannot be read: {type(error).__name__}: {str(error)[:200]}"
        ) from error
    if not isinstance(answer, Message) or not _is_whole(answer.model_dump(warnings=False)):
        raise ModelApiError(f"the model API's answer is no message: {str(answer)[:200]}")
    return answer


def _streamed(client: anthropic.Anthropic, request: Mapping[str, Any]) -> Message:
    """Raises ModelApiError when the stream ends before the message does."""
    with client.messages.stream(**request) as stream:
        if not any(event.type == "message_stop" for event in stream):
            raise ModelApiError("the model API's answer ended before the message did")
        return stream.get_final_message()


def _is_whole(answer: dict[str, Any]) -> bool:
    content, usage = answer.get("content"), answer.get("usage")
    if not isinstance(content, list) or not isinstance(usage, dict):
        return False
    if not isinstance(answer.get("stop_reason"), str):
        return False
    tokens = (usage.get("input_tokens"), usage.get("output_tokens"))
    needed = {
        "tool_use": ("id", "name"),
        "server_tool_use": ("id", "name"),
        "tool_search_tool_result": ("tool_use_id",),
        "text": ("text",),
        "thinking": ("thinking", "signature"),
    }
    return all(isinstance(count, int) for count in tokens) and all(
        isinstance(block, dict)
        and isinstance(block.get("type"), str)
        and all(isinstance(block.get(field), str) for field in needed.get(block["type"], ()))
        and (block["type"] != "tool_search_tool_result" or _is_search_result(block.get("content")))
        for block in content
    )


def _is_search_result(content: object) -> bool:
    if not isinstance(content, dict):
        return False
    references = content.get("tool_references", [])
    return isinstance(references, list) and all(
        isinstance(one, dict) and isinstance(one.get("tool_name"), str) for one in references
    )


def _explained(error: anthropic.AnthropicError, asked: Asked) -> Exception:
    if not isinstance(error, anthropic.APIStatusError):
        return not_answered(error)
    said = error.api_message or error.message
    if error.request_id:
        said += f" (request {error.request_id})"
    if error.status_code < 400:  # an error event in a stream that had begun well
        return ModelApiError(f"the model API failed in mid-answer: {error.type or 'error'}: {said}")
    return error_from_status(error.status_code, said, asked)
