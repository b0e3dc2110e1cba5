"""Validation of tool searches in the Responses API, and of calls of the functions that they loaded.

Stricter than the API's documentation: a search and its output must be sent back together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plugins.mock_models.openai_rules import invalid
from plugins.mock_models.openai_tool_rules import namespaces

_CALL, _OUTPUT = "tool_search_call", "tool_search_output"


def check_searches(items: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> None:
    """Validate the searches and the namespaces of calls in a conversation. Raises RuleError."""
    kinds = [str(item.get("type", "message")) for item in items]
    for index, kind in enumerate(kinds):
        if kind == _CALL and kinds[index + 1 : index + 2] != [_OUTPUT]:
            raise invalid(f"Item '{items[index].get('id')}' of type '{_CALL}' has no '{_OUTPUT}'.", "input")
        if kind == _OUTPUT and kinds[max(0, index - 1) : index] != [_CALL]:
            raise invalid(f"Item '{items[index].get('id')}' of type '{_OUTPUT}' has no '{_CALL}'.", "input")
        if kind in (_CALL, _OUTPUT) and items[index].get("execution") != "server":
            raise invalid(f"Invalid 'input[{index}].execution': only 'server' is served here.", "input")
    spaces = namespaces(tools)
    for index, item in enumerate(items):
        if kinds[index] == "function_call":
            _check_namespace(item, spaces.get(item["name"], {""}), f"input[{index}].namespace")


def _check_namespace(call: Mapping[str, Any], there: set[str], where: str) -> None:
    space, name = call.get("namespace") or "", call["name"]
    if space in there:
        return
    if not space:
        raise invalid(
            f"Missing namespace for function_call '{name}'. It does not exist in the default namespace. "
            "Round-trip the model's function_call item with its namespace field included.",
            where,
        )
    raise invalid(f"Function '{name}' does not exist in namespace '{space}'.", where)
