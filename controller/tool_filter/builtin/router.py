"""Two tools instead of all: `route` searches the tools, `execute` calls one of them. Works with any agent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.core.actions import ToolCall
from controller.core.guest import Tool, ToolResult
from controller.tool_filter.base import FilterRequest, FilterSpec

if TYPE_CHECKING:
    from controller.tool_filter.builtin.rag import RagFilter

MAX_RESULTS = 8
"""Most tools in a result of `route`."""
MAX_QUERY_LENGTH = 2000

ROUTE = Tool(
    "route",
    "Search the tools that act on this desktop's applications and files. Shows the name, the description and the "
    "parameters of those that fit best, to be called with execute. Changes nothing.",
    {
        "type": "object",
        "properties": {
            "query": {
                "type": "string",
                "description": "What the tool should do, and to what, in a few words.",
            }
        },
        "required": ["query"],
    },
    "",
    read_only=True,
)
EXECUTE = Tool(
    "execute",
    "Call a tool that route has shown.",
    {
        "type": "object",
        "properties": {
            "tool": {"type": "string", "description": "The tool's name, exactly as route shows it."},
            "arguments": {"type": "object", "description": "The tool's arguments, as its parameters ask."},
        },
        "required": ["tool", "arguments"],
    },
    "",
)


class RouterFilter:
    """Shows `route` and `execute`. Implements `ToolFilter`."""

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:  # noqa: ARG002
        """Return the two tools."""
        return [EXECUTE, ROUTE]


class RoutedTools:
    """Executes the two tools: the search, and the call that `execute` stands for."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = tools
        self._names = frozenset(tool.name for tool in tools)
        self._retriever: RagFilter | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def route(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Return the tools that match a query, the best first."""
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            return ToolResult("route needs `query`, a few words for what the tool should do.", is_error=True)
        if self._retriever is None:
            from controller.tool_filter.builtin.rag import (
                RagFilter,  # imported late: most runs do not need it
            )

            self._retriever = RagFilter()
        matches = self._retriever.search(self._tools, query[:MAX_QUERY_LENGTH])
        if not matches:
            return ToolResult(f"No tool matches {query[:200]!r}. Try other words, or do without a tool.")
        lines = [_signature(tool) for tool in matches[:MAX_RESULTS]]
        more = (
            f"\n{len(matches) - MAX_RESULTS} more match; a query that says more finds others."
            if matches[MAX_RESULTS:]
            else ""
        )
        return ToolResult("\n".join(lines) + more)

    def call(self, arguments: Mapping[str, Any]) -> ToolCall | str:
        """Return the call that `execute` stands for, or an error message for the model."""
        name, given = arguments.get("tool"), arguments.get("arguments")
        if not isinstance(name, str) or name not in self:
            return f"execute needs `tool`, a name that route has shown; there is no tool {str(name)[:100]!r}."
        if given is not None and not isinstance(given, dict):
            return f"execute needs `arguments`, an object with the arguments of {name}."
        return ToolCall(name=name, arguments=given or {})


def _signature(tool: Tool) -> str:
    parameters = {key: value for key, value in tool.input_schema.items() if key != "$schema"}
    signature = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return json.dumps(signature, ensure_ascii=False, default=dict)


FILTER = FilterSpec(create=lambda _options: RouterFilter(), summary=__doc__, model_searches=True)
