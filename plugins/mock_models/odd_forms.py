"""Where the answers of each API have what deviations change: calls, text, and the rest of the answer."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plugins.mock_models.turns import Body

UNSIGNED = "A thought without a signature."
UNNAMED_SEAL = "sealed-without-an-id"
"""What the mock takes back as it sent it, though the real API would not."""


@dataclass(frozen=True, slots=True)
class OddForm:
    """The places in an API's answer.

    Attributes:
        api: The API.
        calls: Returns the calls of an answer, to be changed.
        function: Returns the part of a call that has its name and its arguments.
        arguments: The name of the field of the arguments.
        identity: The name of the field of a call's id.
        set_text: Replaces all of an answer by a text.
        repeat_call: Adds the first call of an answer once more.
        of_messages: Changes of the answer as a whole, by kind.
    """

    api: str
    calls: Callable[[Body], list[Body]]
    function: Callable[[Body], Body]
    arguments: str
    identity: str
    set_text: Callable[[Body, str], None]
    repeat_call: Callable[[Body], None]
    of_messages: Mapping[str, Callable[[Body], None]] = field(default_factory=dict)

    def call(self, call: Body) -> tuple[str, Any]:
        """Return the name and the arguments of a call."""
        function = self.function(call)
        given = function[self.arguments]
        return str(function["name"]), json.loads(given) if isinstance(given, str) else given


def _choice(message: Body) -> Body:
    choice: Body = message["choices"][0]
    return choice


def _chat_calls(message: Body) -> list[Body]:
    return _choice(message)["message"].get("tool_calls") or []


def _chat_text(message: Body, text: str | None) -> None:
    answer = _choice(message)["message"]
    answer["content"] = text
    answer.pop("tool_calls", None)
    _choice(message)["finish_reason"] = "stop"


def _chat_error(message: Body) -> None:
    _chat_text(message, "")
    _choice(message).update(finish_reason="error", error={"code": 502, "message": "Provider returned error"})


def _chat_parts(message: Body) -> None:
    answer = _choice(message)["message"]
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}
    answer["content"] = [thinking, {"type": "text", "text": answer["content"] or "I go on."}]


def _chat_call_alone(message: Body) -> None:
    if calls := _chat_calls(message):
        _choice(message)["message"]["tool_calls"] = calls[0]


CHAT = OddForm(
    "chat",
    _chat_calls,
    lambda call: call["function"],
    "arguments",
    "id",
    _chat_text,
    lambda message: _chat_calls(message).append(copy.deepcopy(_chat_calls(message)[0])),
    {
        "calls_not_listed": _chat_call_alone,
        "content_parts": _chat_parts,
        "no_finish_reason": lambda message: _choice(message).update(finish_reason=None),
        "error_as_finish_reason": _chat_error,
        "empty_answer": lambda message: _chat_text(message, None),
        "no_answer": lambda message: message.update(choices=[]),
    },
)


def _response_calls(message: Body) -> list[Body]:
    return [item for item in message["output"] if item["type"] == "function_call"]


def _response_message(text: Any) -> Body:
    return {"type": "message", "id": "msg_odd", "role": "assistant", "status": "completed", "content": text}


def _response_text(message: Body, text: str) -> None:
    part = {"type": "output_text", "text": text, "annotations": []}
    message["output"] = [_response_message([part])]


def _response_reasoning(message: Body) -> None:
    thought = {"type": "summary_text", "text": "Hm."}
    reasoning = {"type": "reasoning", "summary": [thought], "encrypted_content": UNNAMED_SEAL}
    message["output"].insert(0, reasoning)


def _repeat_response_call(message: Body) -> None:
    again = copy.deepcopy(_response_calls(message)[0])
    message["output"].append({**again, "id": f"{again['id']}9"})


RESPONSES = OddForm(
    "responses",
    _response_calls,
    lambda call: call,
    "arguments",
    "call_id",
    _response_text,
    _repeat_response_call,
    {
        "content_text": lambda message: message["output"].insert(0, _response_message("I go on.")),
        "reasoning_without_id": _response_reasoning,
        "empty_answer": lambda message: message.update(output=[]),
        "no_answer": lambda message: message.update(output=None),
    },
)


def _message_calls(message: Body) -> list[Body]:
    return [block for block in message["content"] if block["type"] == "tool_use"]


def _message_text(message: Body, text: str) -> None:
    message.update(content=[{"type": "text", "text": text}], stop_reason="end_turn")


def _add_unsigned_thinking(message: Body) -> None:
    message["content"].insert(0, {"type": "thinking", "thinking": UNSIGNED})


MESSAGES = OddForm(
    "messages",
    _message_calls,
    lambda call: call,
    "input",
    "id",
    _message_text,
    lambda message: message["content"].append(copy.deepcopy(_message_calls(message)[0])),
    {
        "content_text": lambda message: message.update(content="I go on.", stop_reason="end_turn"),
        "thinking_without_signature": _add_unsigned_thinking,
        "no_finish_reason": lambda message: message.update(stop_reason=None),
        "no_usage": lambda message: message.update(usage=None),
        "empty_answer": lambda message: message.update(content=[], stop_reason="end_turn"),
        "no_answer": lambda message: message.pop("content"),
    },
)


def _gemini_parts(message: Body) -> list[Body]:
    parts: list[Body] = (message["candidates"][0].get("content") or {"parts": []})["parts"]
    return parts


def _gemini_calls(message: Body) -> list[Body]:
    return [part for part in _gemini_parts(message) if "functionCall" in part]


def _gemini_text(message: Body, text: str) -> None:
    message["candidates"][0]["content"] = {"role": "model", "parts": [{"text": text}]}


GEMINI = OddForm(
    "gemini",
    _gemini_calls,
    lambda call: call["functionCall"],
    "args",
    "id",
    _gemini_text,
    lambda message: _gemini_parts(message).append(copy.deepcopy(_gemini_calls(message)[0])),
    {
        "empty_answer": lambda message: message["candidates"][0].pop("content", None),
        "no_answer": lambda message: message.update(candidates=[]),
    },
)


def take_back(body: Body) -> Body:
    """Return a request without what the mock sent oddly and takes back, as the servers do that send it."""
    messages, items = body.get("messages"), body.get("input")
    if isinstance(messages, list):
        return {**body, "messages": [_without_odd_blocks(message) for message in messages]}
    if isinstance(items, list):
        return {
            **body,
            "input": [item for item in items if not _has(item, "encrypted_content", UNNAMED_SEAL)],
        }
    return body


def _without_odd_blocks(message: Any) -> Any:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return message
    return {**message, "content": [block for block in content if not _has(block, "thinking", UNSIGNED)]}


def _has(value: object, field: str, text: str) -> bool:
    return isinstance(value, dict) and value.get(field) == text
