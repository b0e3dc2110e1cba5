"""Conversations of LiveMCPBench's runner: messages of a chat API as turns with their calls, and the final answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plugins.tool_pools.imports.call_results import CallResult, read_call_result

LONGEST = 1_000_000
"""Longest text that is taken into the records, in characters."""
DEEPEST = 64
"""Deepest nesting of a call's arguments that is taken into the records."""
ROUTE, EXECUTE = "route", "execute-tool"
"""The runner's two tools: one finds tools, the other calls one."""


@dataclass(slots=True)
class ToolUse:
    """A call of a tool and its result; None if there is none.

    Attributes:
        name: "route", or the tool that `execute-tool` names as `<server>/<tool>`.
        arguments: Its arguments.
        result: What it returned.
    """

    name: str
    arguments: dict[str, Any]
    result: CallResult | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message of the model: its text, and the calls that it asks for."""

    text: str
    calls: tuple[ToolUse, ...] = ()


@dataclass(slots=True)
class Conversation:
    """A conversation.

    Attributes:
        turns: The model's messages before the final one.
        answer: The final message, without calls; None if there is none.
        problems: What could not be read.
    """

    turns: list[Turn] = field(default_factory=list)
    answer: str | None = None
    problems: list[str] = field(default_factory=list)


def read_conversation(messages: list[Any]) -> Conversation:
    """Read the messages of a task; what cannot be read is left out and named."""
    made = Conversation()
    waiting: dict[str, ToolUse] = {}
    for index, message in enumerate(messages):
        place = f"messages[{index}]"
        if not isinstance(message, dict):
            made.problems.append(f"{place} is left out: it is no object")
            continue
        role = message.get("role")
        if role == "assistant":
            made.answer = None
            _add_turn(made, message, place, waiting)
        elif role == "tool":
            _add_result(made, message, place, waiting)
        elif role not in ("system", "user"):
            made.problems.append(f"{place} is left out: its role is {role!r:.40}")
    missing = sum(call.result is None for turn in made.turns for call in turn.calls)
    if missing:
        made.problems.append(f"{missing} calls have no result")
    return made


def _add_turn(
    made: Conversation, message: Mapping[str, Any], place: str, waiting: dict[str, ToolUse]
) -> None:
    text = _text(made, message.get("content"), f"{place}.content")
    asked = message.get("tool_calls")
    if asked is not None and not isinstance(asked, list):
        made.problems.append(f"{place}.tool_calls is left out: it is no list")
    calls = []
    for number, call in enumerate(asked if isinstance(asked, list) else []):
        use = _call(made, call, f"{place}.tool_calls[{number}]")
        if use is None:
            continue
        calls.append(use)
        if isinstance(call.get("id"), str):
            waiting[call["id"]] = use
    if calls or asked:
        made.turns.append(Turn(text, tuple(calls)))
    elif text:
        made.answer = text


def _add_result(
    made: Conversation, message: Mapping[str, Any], place: str, waiting: dict[str, ToolUse]
) -> None:
    key = message.get("tool_call_id")
    use = waiting.pop(key, None) if isinstance(key, str) else None
    text = _text(made, message.get("content"), f"{place}.content")
    if use is None:
        made.problems.append(f"{place} is left out: it is the result of no call")
    else:
        use.result = read_call_result(text)


def _call(made: Conversation, call: Any, place: str) -> ToolUse | None:
    function = call.get("function") if isinstance(call, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(function, dict) or not isinstance(name, str) or not name:
        made.problems.append(f"{place} is left out: it names no function")
        return None
    arguments = _arguments(made, function.get("arguments"), f"{place}.function.arguments")
    server, tool = arguments.get("server_name"), arguments.get("tool_name")
    if name != EXECUTE or not (isinstance(server, str) and isinstance(tool, str)):
        return ToolUse(name, arguments)
    given = arguments.get("params")
    return ToolUse(
        f"{server}/{tool}", given if isinstance(given, dict) else {} if given is None else {"params": given}
    )


def _arguments(made: Conversation, given: Any, place: str) -> dict[str, Any]:
    """Return arguments, which the API has as a text of JSON; under "arguments" what is no object."""
    if isinstance(given, str):
        text = _text(made, given, place)
        try:
            given = json.loads(text, parse_constant=str)
        except (ValueError, RecursionError):
            made.problems.append(f"{place} is kept as it stands: it is no JSON")
            return {"arguments": text}
    if _is_deeper(given, DEEPEST):
        made.problems.append(f"{place} is left out: it is nested more than {DEEPEST} levels deep")
        return {}
    if isinstance(given, dict):
        return given
    if given is not None:
        made.problems.append(f"{place} is kept as it stands: it is no object")
    return {} if given is None else {"arguments": given}


def _text(made: Conversation, content: Any, place: str) -> str:
    """Return a message's text, which may be in parts."""
    if isinstance(content, list):
        content = "\n".join(_parts(content))
    if content is None:
        return ""
    if not isinstance(content, str):
        made.problems.append(f"{place} is left out: it is no text")
        return ""
    if len(content) > LONGEST:
        made.problems.append(f"{place} is cut: it has {len(content)} characters, {LONGEST} are taken")
    return content[:LONGEST]


def _parts(content: list[Any]) -> Iterator[str]:
    for part in content:
        text = part.get("text") if isinstance(part, dict) else part
        if isinstance(text, str):
            yield text


def _is_deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested more than `levels` deep."""
    items = [value]
    for _ in range(levels + 1):
        items = [
            item
            for each in items
            for item in (each.values() if isinstance(each, dict) else each if isinstance(each, list) else ())
        ]
        if not items:
            return False
    return True
