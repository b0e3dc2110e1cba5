"""What the readers of requests share: the functions that a prompt offers, and the result of the last step."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from controller.core.guest import ToolResult

_FAILED = "It failed: "


def read_functions(lines: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the functions that JSON lines define, by name; none when a line is no definition."""
    try:
        definitions = [json.loads(line) for line in lines]
        functions = [definition.get("function", definition) for definition in definitions]
        return {function["name"]: function for function in functions}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}


def read_result(text: str) -> ToolResult:
    """Return the result that a prompt gives of a call."""
    return ToolResult(text.removeprefix(_FAILED), is_error=text.startswith(_FAILED))


def last_result(texts: Iterable[str], heading: str) -> tuple[ToolResult, ...]:
    """Return the result in the text that begins with a heading, if there is one."""
    text = next((text.removeprefix(heading) for text in texts if text.startswith(heading)), None)
    return () if text is None else (read_result(text),)
