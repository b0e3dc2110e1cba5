"""Answers of OpenAI's two APIs in their documented form; what compatible servers write otherwise is repaired.

`deviations.py` lists what is repaired, by leniency code. What a model wrote wrongly is left to the agent, as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.models.call_repairs import UNNAMED, CallIds, decode_twice
from controller.models.deviations import (
    ARGUMENTS_ENCODED_TWICE,
    ARGUMENTS_OBJECT,
    CALL_WITHOUT_TYPE,
    CALLS_NOT_LISTED,
    CONTENT_FORM,
    NO_FINISH_REASON,
    REASONING_WITHOUT_ID,
)
from testbed.errors import ModelApiError

Body = dict[str, Any]


def repair_completion(data: object, turn: int, codes: list[str]) -> Body:
    """Return a chat completion whose first choice has a message as the API documents it.

    Args:
        data: The response's JSON.
        turn: How many messages the request had.
        codes: The list that leniency codes are appended to.

    Raises:
        ModelApiError: There is no message.
    """
    choices = data.get("choices") if isinstance(data, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(data, dict) or not isinstance(choice, dict) or not isinstance(message, dict):
        raise _no_answer("completion", data)
    message = {**message, **_words(message, codes)}
    calls = message.get("tool_calls") or []
    if isinstance(calls, dict):
        codes.append(CALLS_NOT_LISTED)
        calls = [calls]
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        raise _no_answer("completion", data)
    if "tool_calls" in message:
        ids = CallIds(data, turn, codes)
        message["tool_calls"] = [_chat_call(call, ids, codes) for call in calls] or None
    finish = choice.get("finish_reason")
    if finish is None:
        codes.append(NO_FINISH_REASON)
        finish = "tool_calls" if calls else "stop"
    if finish == "error" or choice.get("error"):
        raise ModelApiError(f"the model API failed while answering: {str(choice.get('error'))[:500]}")
    return {**data, "choices": [{**choice, "message": message, "finish_reason": finish}]}


def repair_response(data: object, turn: int, codes: list[str]) -> Body:
    """Return a response whose output items have the fields that the API documents.

    Args and Raises: As `repair_completion`.
    """
    output = data.get("output") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(output, list):
        raise _no_answer("response", data)
    ids = CallIds(data, turn, codes)
    items = [_item(item, ids, codes) for item in output]
    if not all(items):
        raise _no_answer("response", data)
    return {**data, "output": items}


def _words(message: Mapping[str, Any], codes: list[str]) -> Body:
    """Content as text, and the parts of it that are thinking as `reasoning`, which does not go back."""
    content = message.get("content")
    if content is None or isinstance(content, str):
        return {}
    codes.append(CONTENT_FORM)
    parts = content if isinstance(content, list) else [content]
    thoughts = [part.get("thinking") for part in parts if isinstance(part, dict) and "thinking" in part]
    if not isinstance(content, list | dict):
        raise _no_answer("completion", dict(message))
    words: Body = {"content": "".join(map(text_of, parts))}
    reasoning = "".join(text_of(thought) for thought in thoughts)
    return words | ({"reasoning": reasoning} if reasoning else {})


def text_of(part: object) -> str:
    """Return the text of a part of content: a text, an object with a text, or a list of them."""
    if isinstance(part, list):
        return "".join(map(text_of, part))
    text = part.get("text") if isinstance(part, dict) else part
    return text if isinstance(text, str) else ""


def _chat_call(call: Body, ids: CallIds, codes: list[str]) -> Body:
    function = call.get("function")
    if not isinstance(function, dict):
        function = {name: call[name] for name in ("name", "arguments") if name in call}
    if not isinstance(call.get("type"), str):
        codes.append(CALL_WITHOUT_TYPE)
    return {
        **{name: value for name, value in call.items() if name not in ("name", "arguments")},
        "id": ids.id(call.get("id")),
        "type": "function",
        "function": {**function, **_name_and_arguments(function, codes)},
    }


def _name_and_arguments(function: Mapping[str, Any], codes: list[str]) -> Body:
    """Name and arguments of a call, both as text."""
    name = function.get("name")
    return {
        "name": name if isinstance(name, str) and name else UNNAMED,
        "arguments": _arguments(function.get("arguments"), codes),
    }


def _arguments(given: object, codes: list[str]) -> str:
    """Arguments as text, "" for none: the agent answers others than an object's JSON with an error."""
    if given is None:
        return ""
    if isinstance(given, str):
        inner = decode_twice(given)
        if inner is None:
            return given
        codes.append(ARGUMENTS_ENCODED_TWICE)
        return inner
    if isinstance(given, dict):
        codes.append(ARGUMENTS_OBJECT)
    return json.dumps(given, ensure_ascii=False)


def _item(item: object, ids: CallIds, codes: list[str]) -> Body:
    """An output item, empty if it cannot be read."""
    if not isinstance(item, dict):
        return {}
    match item.get("type"):
        case "function_call":
            call_id = ids.id(item.get("call_id"))
            return {**item, "call_id": call_id, **_name_and_arguments(item, codes)}
        case "computer_call":
            return {**item, "call_id": ids.id(item.get("call_id"))}
        case "message":
            return {**item, "content": _parts(item.get("content"), codes)}
        case "reasoning":
            if not isinstance(item.get("id"), str):
                codes.append(REASONING_WITHOUT_ID)
            return item
        case "tool_search_output":
            tools = item.get("tools")
            return item if isinstance(tools, list) and all(map(_is_tool, tools)) else {}
        case str():
            return item
    return {}


def _parts(content: object, codes: list[str]) -> list[Any]:
    if isinstance(content, list) and not any(isinstance(part, str) for part in content):
        return content
    if content is None:
        return []
    codes.append(CONTENT_FORM)
    parts: Sequence[object] = content if isinstance(content, list) else [content]
    return [
        {"type": "output_text", "text": part, "annotations": []} if isinstance(part, str) else part
        for part in parts
    ]


def _is_tool(tool: object) -> bool:
    if not isinstance(tool, dict):
        return False
    inner = tool.get("tools", [])
    return tool.get("type") != "namespace" or (
        isinstance(inner, list) and all(isinstance(item, dict) for item in inner)
    )


def _no_answer(kind: str, data: object) -> ModelApiError:
    return ModelApiError(f"the model API's response is not a {kind}: {str(data)[:200]}")
