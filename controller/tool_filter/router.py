"""Two tools instead of all: `route` searches the pool, `execute` calls a tool of it. Works with any agent.

A way of offering tools, so a filter and no agent: whoever decides sees two tools and calls them as any others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.core.actions import ToolCall
from controller.core.guest import Tool, ToolResult
from controller.tool_filter.base import Request

if TYPE_CHECKING:
    from controller.tool_filter.rag import Rag

FOUND = 8
"""Tools that a search shows at most."""
LONGEST_QUERY = 2000

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


class Router:
    """The filter: always the same two. Implements `ToolFilter`."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:  # noqa: ARG002
        return [EXECUTE, ROUTE]


class Pool:
    """What stands behind the two tools."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = tools
        self._names = frozenset(tool.name for tool in tools)
        self._search: Rag | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def route(self, arguments: Mapping[str, Any]) -> ToolResult:
        """The tools that match a query, the best first."""
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            return ToolResult("route needs `query`, a few words for what the tool should do.", is_error=True)
        if self._search is None:
            from controller.tool_filter.rag import Rag  # not above: most runs have no use for it

            self._search = Rag()
        found = self._search.search(self._tools, query[:LONGEST_QUERY])
        if not found:
            return ToolResult(f"No tool matches {query[:200]!r}. Try other words, or do without a tool.")
        lines = [_signature(tool) for tool in found[:FOUND]]
        more = (
            f"\n{len(found) - FOUND} more match; a query that says more finds others."
            if found[FOUND:]
            else ""
        )
        return ToolResult("\n".join(lines) + more)

    def call(self, arguments: Mapping[str, Any]) -> ToolCall | str:
        """The call that `execute` stands for, or what is wrong with it."""
        name, given = arguments.get("tool"), arguments.get("arguments")
        if not isinstance(name, str) or name not in self:
            return f"execute needs `tool`, a name that route has shown; there is no tool {str(name)[:100]!r}."
        if given is not None and not isinstance(given, dict):
            return f"execute needs `arguments`, an object with the arguments of {name}."
        return ToolCall(name=name, arguments=given or {})


def _signature(tool: Tool) -> str:
    parameters = {key: value for key, value in tool.input_schema.items() if key != "$schema"}
    told = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return json.dumps(told, ensure_ascii=False, default=dict)
