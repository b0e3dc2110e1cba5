"""Function calls as tags: Qwen3.5's and Seed's form.

    <function=computer_use><parameter=action>left_click</parameter><parameter=coordinate>[3, 4]</parameter></function>

Seed's published agent puts `_never_used_…` behind the tags' names, so that its server does not take them for its own.
Leniency codes: `tag_form` (a name as an attribute, `<function name="…">`), `unclosed_tag`, and those of `lenient_json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from controller.agents.lenient_json import LenientJsonError, read_lenient_json
from controller.core.guest import Tool
from controller.core.tool_schemas import parameter_schema, types_of

MAX_CALLS = 20
"""Calls of one response that are read."""
_SUFFIX = r"(?:_never_used_\w+)?"
_NAME = r"\s*(?P<sign>=|\s+name\s*=)\s*\"?(?P<name>[^<>\"\s]+)\"?[^<>]*>"
_FUNCTION = re.compile(rf"<function{_SUFFIX}{_NAME}")
_PARAMETER = re.compile(rf"<parameter{_SUFFIX}{_NAME}")
_END_FUNCTION = re.compile(rf"</function{_SUFFIX}\s*>")
_END_PARAMETER = re.compile(rf"</parameter{_SUFFIX}\s*>")


def read_calls(text: str, codes: list[str]) -> list[tuple[str, dict[str, str]]]:
    """Return the calls in a text: names, and arguments as they are written."""
    calls: list[tuple[str, dict[str, str]]] = []
    at = 0
    while len(calls) < MAX_CALLS and (begin := _FUNCTION.search(text, at)):
        if begin["sign"] != "=":
            codes.append("tag_form")
        arguments, at = _arguments(text, begin.end(), codes)
        calls.append((begin["name"], arguments))
    return calls


def convert_arguments(
    arguments: Mapping[str, str], schema: Mapping[str, Any], codes: list[str]
) -> dict[str, Any]:
    """Convert arguments to the types of a schema: texts stay as they are, everything else is read as JSON."""
    return {
        name: _value(text, types_of(parameter_schema(schema, name), schema), codes)
        for name, text in arguments.items()
    }


def schema_of(name: str, tools: Sequence[Tool]) -> Mapping[str, Any]:
    """Return the schema of an offered tool, an empty one when there is none of this name."""
    return next((tool.input_schema for tool in tools if tool.name == name), {})


def write_call(name: str, arguments: Mapping[str, str], suffix: str = "") -> str:
    """Write a call: the inverse of `read_calls`."""
    parameters = "".join(
        f"<parameter{suffix}={key}>\n{value}\n</parameter{suffix}>\n" for key, value in arguments.items()
    )
    return f"<function{suffix}={name}>\n{parameters}</function{suffix}>"


def _arguments(text: str, at: int, codes: list[str]) -> tuple[dict[str, str], int]:
    """The arguments behind an opening tag of a function, and the position after the call."""
    arguments: dict[str, str] = {}
    while True:
        begin, end = _PARAMETER.search(text, at), _END_FUNCTION.search(text, at)
        following = _FUNCTION.search(text, at)
        stop = min((found.start() for found in (end, following) if found), default=len(text))
        if begin is None or begin.start() > stop:
            if end is None or end.start() > stop:
                codes.append("unclosed_tag")
                return arguments, stop
            return arguments, end.end()
        if begin["sign"] != "=":
            codes.append("tag_form")
        close = _END_PARAMETER.search(text, begin.end())
        if close is None:
            codes.append("unclosed_tag")
            bound = min(
                (found.start() for found in (_PARAMETER.search(text, begin.end()), end) if found),
                default=len(text),
            )
            arguments[begin["name"]] = _unwrap(text[begin.end() : max(bound, begin.end())])
            at = max(bound, begin.end())
        else:
            arguments[begin["name"]] = _unwrap(text[begin.end() : close.start()])
            at = close.end()


def _unwrap(value: str) -> str:
    """The value without the line break at each end, which belongs to the form."""
    return value.removeprefix("\n").removesuffix("\n")


def _value(text: str, kinds: Set[str], codes: list[str]) -> Any:
    """A value of one of these types, of any if there is none; one that may be a text is what it looks like."""
    stripped = text.strip()
    is_open = not kinds or not kinds.isdisjoint(("array", "object"))
    looks_like_one = stripped.startswith(("[", "{")) and is_open
    if not stripped or (("string" in kinds or not kinds) and not looks_like_one):
        return text
    try:
        value, end, leniencies = read_lenient_json(stripped)
    except LenientJsonError:
        return text
    if stripped[end:].strip():
        return text
    codes.extend(leniencies)
    return value
