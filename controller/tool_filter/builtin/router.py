"""Two tools instead of all: `route` searches the tools, `execute` calls one of them. Works with any agent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.core.actions import ToolCall
from controller.core.guest import Tool, ToolResult
from controller.tool_filter.base import FilterOptions, FilterRequest, FilterSpec, Retriever
from controller.tool_filter.embeddings import load_encoder
from controller.tool_filter.server_router import MAX_RESULTS, ServerRouter

MAX_QUERY_LENGTH = 2000

NO_MATCH = "No tool matches"
"""How a result of `route` begins that shows no tool."""

ROUTE = Tool(
    "route",
    "Search the tools of this computer. Shows the name, the description and the parameters of those that fit best, to "
    "be called with execute. Changes nothing.",
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
    """Shows `route` and `execute`. Implements `ToolFilter` and `Retriever`."""

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    def search(self, catalogue: Sequence[Tool], query: str) -> list[Tool]:
        """Return the tools that match a query, the best first."""
        return self._retriever.search(catalogue, query)

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:  # noqa: ARG002
        """Return the two tools."""
        return [EXECUTE, ROUTE]


class RoutedTools:
    """Executes the two tools: the search, and the call that `execute` stands for."""

    def __init__(self, tools: Sequence[Tool], retriever: Retriever | None = None) -> None:
        """`retriever` finds the tools; None goes by words."""
        self._tools = tools
        self._names = frozenset(tool.name for tool in tools)
        self._retriever = retriever or ServerRouter()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def route(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Return the tools that match a query, the best first."""
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            return ToolResult("route needs `query`, a few words for what the tool should do.", is_error=True)
        matches = self._retriever.search(self._tools, query[:MAX_QUERY_LENGTH])
        if not matches:
            return ToolResult(f"{NO_MATCH} {query[:200]!r}. Try other words, or do without a tool.")
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


def found_tools(text: str) -> frozenset[str] | None:
    """Return the names of the tools that a result of `route` shows; None if they cannot be read."""
    if text.startswith(NO_MATCH):
        return frozenset()
    names = set()
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        try:
            tool = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
            return None
        names.add(tool["name"])
    return frozenset(names) or None


def _signature(tool: Tool) -> str:
    parameters = {key: value for key, value in tool.input_schema.items() if key != "$schema"}
    signature = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return json.dumps(signature, ensure_ascii=False, default=dict)


def _router(options: FilterOptions) -> ServerRouter:
    return ServerRouter(load_encoder(options.embeddings) if options.embeddings else None)


FILTER = FilterSpec(
    create=lambda options: RouterFilter(_router(options)),
    summary=__doc__,
    takes_embeddings=True,
    model_searches=True,
    evaluated_as=_router,
    offers_pool=True,
)
