"""Requests and answers in the text protocols that agents use over any vendor's API."""

from __future__ import annotations

from dataclasses import fields, replace

from plugins.mock_models.turns import ApiError, Body, MockAnswer, mock_error
from testbed.errors import UsageError
from testbed.extensions import JUDGE_OPENING
from testbed.models import ModelAnswer, ModelTurn, find_text_protocol, reply_in_text_protocol


def read_request(body: Body, turn: ModelTurn) -> ModelTurn:
    """Read the turn of an API's request by the text protocol of its prompt, if it is in one. Raises ApiError."""
    turn = replace(turn, system=system_text(body))
    try:
        protocol = find_text_protocol(turn)
        return protocol.read_request(turn) if protocol else turn
    except UsageError as error:
        raise _refusal(error) from error


def write_answer(body: Body, turn: ModelTurn, answer: MockAnswer) -> MockAnswer:
    """Write an answer's actions in the request's text protocol, if it is in one.

    Args:
        body: The request.
        turn: Its turn as the API reads it.
        answer: The answer.

    Raises:
        ApiError: The protocol cannot express the actions.
    """
    turn = replace(turn, system=system_text(body))
    try:
        protocol = find_text_protocol(turn)
        return from_answer(protocol.write_answer(turn, answer), answer) if protocol else answer
    except UsageError as error:
        raise _refusal(error) from error


def reply_in_protocol(turn: ModelTurn) -> MockAnswer | None:
    """Answer a request that does not act on a task, such as one for a plan; None for any other. Raises ApiError."""
    try:
        reply = reply_in_text_protocol(turn)
    except UsageError as error:
        raise _refusal(error) from error
    return None if reply is None else from_answer(reply)


def from_answer(answer: ModelAnswer, like: MockAnswer | None = None) -> MockAnswer:
    """Return an answer as an item of a script, sent as `like`."""
    values = {field.name: getattr(answer, field.name) for field in fields(ModelAnswer)}
    return replace(like or MockAnswer(), **values)


def is_judge_request(body: Body) -> bool:
    """Whether a request is one of a judge (`controller/judges`)."""
    return system_text(body).startswith(JUDGE_OPENING)


def system_text(body: Body) -> str:
    """A request's system prompt, from the field of any API."""
    messages = body.get("messages") or []
    content = (
        body.get("system") or body.get("instructions") or (body.get("systemInstruction") or {}).get("parts")
    )
    if not content and messages and messages[0].get("role") in ("system", "developer"):
        content = messages[0].get("content")
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content)
    return content or ""


def _refusal(error: UsageError) -> ApiError:
    return mock_error(error.message)
