"""Conversion of requests of OpenAI's two APIs to turns, and of actions to calls."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plugins.mock_models.means import TERMINATE, screen_of, tool_call
from plugins.mock_models.openai_computer import actions_of
from plugins.mock_models.openai_rules import find_model, picture
from plugins.mock_models.openai_tool_rules import COMPUTERS
from plugins.mock_models.turns import Body, MockAnswer, mock_error
from testbed.actions import Action, GuiAction, Terminate, ToolCall
from testbed.errors import UsageError
from testbed.guests import ToolResult
from testbed.models import (
    COMPUTER_FUNCTIONS,
    CONVENTIONS,
    Convention,
    CoordinateFrame,
    ModelTurn,
    ScaledView,
    canonical_name,
    computer_call,
)

_CALLS = ("function_call", "computer_call")
RESERVED = COMPUTER_FUNCTIONS | {TERMINATE}
"""Names of functions that are no tools of the guest."""
_OTHERS = ("reasoning", "tool_search_call", "tool_search_output")
"""Types of items that only the API creates, apart from calls and messages."""


@dataclass(frozen=True, slots=True)
class FunctionCallItem:
    """A call of an answer: of a function, or of the computer tool with its actions."""

    name: str
    arguments: str = ""
    computer: tuple[Body, ...] = ()


def turn_of_responses(body: Body) -> ModelTurn:
    """Convert a request of the Responses API to a turn."""
    items = body["input"]
    begin = 1 + max((index for index, item in enumerate(items) if _is_models(item)), default=-1)
    latest = items[begin:]
    texts = [text for item in latest if item.get("role") == "user" for text in _texts(item["content"])]
    known = find_model(body["model"])
    failed = any(text.startswith("Computer call") for text in texts)
    return ModelTurn(
        opening="\n".join(_texts(items[0].get("content", []))),
        texts=tuple(texts),
        pictures=tuple(_pictures(latest)),
        results=tuple(_result(item, failed) for item in latest if "output" in item),
        memory=tuple(_memory(items)),
        gui=_has_computer(body),
        frame=_frame(body),
        tools=frozenset(schemas := _schemas(body)),
        schemas=schemas,
        pauses=known is not None and known.phases,
    )


def turn_of_chat(body: Body) -> ModelTurn:
    """Convert a request of the Chat Completions API to a turn."""
    messages = body["messages"]
    begin = 1 + max((i for i, message in enumerate(messages) if message["role"] == "assistant"), default=-1)
    latest = messages[begin:]
    users = [message for message in messages if message["role"] == "user"]
    names = [tool["function"]["name"] for tool in body.get("tools") or ()]
    memory = [
        text
        for message in messages
        if message["role"] == "assistant"
        for text in (
            *_texts(message.get("content")),
            *(call["id"] for call in message.get("tool_calls") or ()),
        )
    ]
    return ModelTurn(
        opening="\n".join(_texts(users[0]["content"])) if users else "",
        texts=tuple(
            text for message in latest if message["role"] == "user" for text in _texts(message["content"])
        ),
        pictures=tuple(_chat_pictures(latest)),
        results=tuple(
            _to_result("\n".join(_texts(message["content"])))
            for message in latest
            if message["role"] == "tool"
        ),
        memory=tuple(memory),
        gui=any(name in COMPUTER_FUNCTIONS for name in names),
        tools=frozenset(schemas := _schemas(body)),
        schemas=schemas,
        frame=_frame(body),
    )


def calls_of(answer: MockAnswer, body: Body, shown: Sequence[bytes]) -> list[FunctionCallItem]:
    """Convert an answer's actions to calls.

    Args:
        answer: The answer.
        body: The request.
        shown: The images of the request, oldest first.

    Raises:
        ApiError: The request does not offer a tool that the answer calls.
    """
    offered = _functions(body)
    return [_call_item(action, answer, body, offered, shown) for action in answer.actions]


def pictures_of(body: Body) -> list[bytes]:
    """All images of a request."""
    return [*_pictures(body["input"])] if "input" in body else [*_chat_pictures(body["messages"])]


def functions_in(tools: Sequence[Body]) -> Iterator[Body]:
    """The definitions of all functions, including those in namespaces."""
    for tool in tools:
        if tool["type"] == "function":
            yield tool.get("function", tool)
        elif tool["type"] == "namespace":
            yield from tool["tools"]


def deferred_tool(tools: Sequence[Body], name: str) -> Body | None:
    """The tool that a search loads for a deferred function: its namespace, or itself; None when it is not deferred."""
    for tool in tools:
        inner = tool["tools"] if tool["type"] == "namespace" else [tool]
        if any(one.get("name") == name and one.get("defer_loading") for one in inner):
            return tool
    return None


def loaded_names(items: Sequence[Body]) -> set[str]:
    """Names of the functions that earlier searches loaded."""
    outputs = (item["tools"] for item in items if item.get("type") == "tool_search_output")
    return {function["name"] for tools in outputs for function in functions_in(tools)}


def _call_item(
    action: Action, answer: MockAnswer, body: Body, offered: Mapping[str, str], shown: Sequence[bytes]
) -> FunctionCallItem:
    if isinstance(action, Terminate | ToolCall):
        name, arguments = tool_call(action, answer, offered, RESERVED)
        return FunctionCallItem(name, json.dumps(arguments))
    return _gui_call(action, answer, screen_of(shown, answer.screen), body, offered)


def _gui_call(
    action: GuiAction, answer: MockAnswer, view: ScaledView, body: Body, offered: Mapping[str, str]
) -> FunctionCallItem:
    if any(tool["type"] in COMPUTERS for tool in body.get("tools") or ()):
        return FunctionCallItem("computer", computer=tuple(actions_of(action, view)))
    if not any(name in COMPUTER_FUNCTIONS for name in offered):
        raise mock_error(f"{action.type} is needed, and the request does not offer the computer")
    frame = CoordinateFrame(answer.coordinates or _convention(offered))
    try:
        name, arguments = computer_call(action, view, frame)
    except UsageError as error:
        raise mock_error(error.message) from error
    return FunctionCallItem(name, json.dumps(arguments))


def _convention(offered: Mapping[str, str]) -> Convention:
    """The scale of coordinates, from the descriptions of the computer's functions."""
    descriptions = " ".join(text for name, text in offered.items() if name in COMPUTER_FUNCTIONS)
    fractions = (
        convention for convention in CONVENTIONS if f"to {convention.removeprefix('0-')}:" in descriptions
    )
    return next(fractions, "absolute")


def _frame(body: Body) -> tuple[int, int] | None:
    return None if _convention(_functions(body)) == "absolute" else (1000, 1000)


def _functions(body: Body) -> dict[str, str]:
    """The descriptions of all offered functions, by name."""
    return {one["name"]: one.get("description") or "" for one in functions_in(body.get("tools") or ())}


def _has_computer(body: Body) -> bool:
    tools = body.get("tools") or ()
    return any(tool["type"] in COMPUTERS or tool.get("name") in COMPUTER_FUNCTIONS for tool in tools)


def _schemas(body: Body) -> dict[str, Body]:
    """The parameters of the guest's offered tools, by canonical name; tools without one are omitted."""
    return {
        name: function.get("parameters") or {}
        for function in functions_in(body.get("tools") or ())
        if function["name"] not in RESERVED and (name := canonical_name(function["name"]))
    }


def _is_models(item: Body) -> bool:
    return item.get("role") == "assistant" or item.get("type") in (*_CALLS, *_OTHERS)


def _memory(items: Sequence[Body]) -> Iterator[str]:
    for item in items:
        if item.get("role") == "assistant":
            yield from _texts(item["content"])
        elif item.get("type") in _CALLS:
            yield item["call_id"]


def _result(item: Body, failed: bool) -> ToolResult:
    output = item["output"]
    if item["type"] == "computer_call_output":
        return ToolResult("", failed, images=tuple(_pictures([item])))
    result = _to_result("\n".join(_texts(output)))
    return ToolResult(result.text, result.is_error, images=tuple(_pictures([item])))


def _to_result(text: str) -> ToolResult:
    message = text.removeprefix("Error: ")
    return ToolResult(message, message != text)


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content or () if isinstance(part.get("text"), str)]


def _pictures(items: Sequence[Body]) -> Iterator[bytes]:
    for item in items:
        for field in ("content", "output"):
            value = item.get(field)
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict) and part.get("image_url"):
                    yield picture(part["image_url"])


def _chat_pictures(messages: Sequence[Body]) -> Iterator[bytes]:
    for message in messages:
        content = message.get("content")
        for part in content if isinstance(content, list) else ():
            if part["type"] == "image_url":
                yield picture(part["image_url"]["url"])
