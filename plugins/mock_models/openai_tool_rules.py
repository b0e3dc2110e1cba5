"""Validation of the tools in a request of the Responses API.

Stricter than the API: types of tools that testbed does not use are refused, and so are deferred functions without a
search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openai.types import responses
from openai.types.responses import namespace_tool_param

from plugins.mock_models.openai_rules import (
    check_count,
    check_functions,
    check_name,
    check_shape,
    find_model,
    invalid,
)
from plugins.mock_models.shapes import adapter
from plugins.mock_models.turns import Body

COMPUTERS = ("computer", "computer_use_preview")
_TOOLS = {
    "function": adapter(responses.FunctionToolParam),
    "computer": adapter(responses.ComputerToolParam),
    "computer_use_preview": adapter(responses.ComputerUsePreviewToolParam),
    "namespace": adapter(responses.NamespaceToolParam),
    "tool_search": adapter(responses.ToolSearchToolParam),
}
_FUNCTION = adapter(namespace_tool_param.ToolFunction)


def check_tools(body: Body) -> None:
    """Validate a request's tools. Raises RuleError."""
    tools: Sequence[Body] = body.get("tools") or ()
    for index, tool in enumerate(tools):
        where, kind = f"tools[{index}]", tool.get("type")
        if kind not in _TOOLS:
            raise invalid(f"Invalid value: '{kind}'.", f"{where}.type", "invalid_value")
        check_shape(_TOOLS[kind], tool, where)
        if kind in COMPUTERS:
            known = find_model(body["model"])
            if known is None or known.computer != kind:
                raise invalid(f"Hosted tool '{kind}' is not supported with {body['model']}.", "tools")
        elif kind == "namespace":
            _check_namespace(tool, where)
    check_functions([(f"tools[{at}]", one) for at, one in enumerate(tools) if one["type"] == "function"])
    spaces = [tool["name"] for tool in tools if tool["type"] == "namespace"]
    if len(set(spaces)) < len(spaces):
        raise invalid("Invalid 'tools': the names of namespaces are not unique.", "tools")
    for kinds in (COMPUTERS, ("tool_search",)):
        if sum(tool["type"] in kinds for tool in tools) > 1:
            raise invalid(f"Only one {kinds[0]} tool can be given.", "tools")
    check_count(tools)
    _check_deferred_tools(tools, body["model"])


def namespaces(tools: Sequence[Mapping[str, Any]]) -> dict[str, set[str]]:
    """The namespaces of each function; "" is the default one.

    A deferred function outside a namespace has a namespace of its own name.
    """
    spaces: dict[str, set[str]] = {}
    for tool in tools:
        if tool["type"] == "function":
            space = tool["name"] if tool.get("defer_loading") else ""
            spaces.setdefault(tool["name"], set()).add(space)
        elif tool["type"] == "namespace":
            for inner in tool["tools"]:
                spaces.setdefault(inner["name"], set()).add(tool["name"])
    return spaces


def _check_namespace(space: Body, where: str) -> None:
    check_name(space["name"], where)
    if not space["description"].strip():
        raise invalid(f"Invalid '{where}.description': empty string.", f"{where}.description")
    if not space["tools"]:
        raise invalid(f"Invalid '{where}.tools': empty array.", f"{where}.tools", "empty_array")
    functions = [(f"{where}.tools[{place}]", inner) for place, inner in enumerate(space["tools"])]
    for place, inner in functions:
        check_shape(_FUNCTION, inner, place)
    check_functions(functions)


def _check_deferred_tools(tools: Sequence[Body], model: str) -> None:
    search = any(tool["type"] == "tool_search" for tool in tools)
    inner = [one for tool in tools if tool["type"] == "namespace" for one in tool["tools"]]
    deferred = any(tool.get("defer_loading") for tool in (*tools, *inner))
    known = find_model(model)
    if search and not (known is not None and known.tool_search):
        raise invalid(f"Hosted tool 'tool_search' is not supported with {model}.", "tools")
    if search and not deferred:
        raise invalid(
            "Invalid Value: 'tools.tool_search'. tools.tool_search requires at least one deferred tool.",
            "tools",
            "invalid_value",
        )
    if deferred and not search:
        raise invalid("Invalid Value: 'tools'. Deferred tools need the tool 'tool_search'.", "tools")
