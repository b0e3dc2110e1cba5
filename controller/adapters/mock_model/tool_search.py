"""The mock of a vendor's own tool search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from controller.agents.tool_names import canonical_name
from controller.core.guest import Tool
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.builtin.bm25 import Bm25Filter
from controller.tool_filter.lexical import first_sentence, own_name

FOUND = 5
"""Maximum number of tools that a search finds."""
LONGEST_QUERY = 500


def best(tools: Sequence[Mapping[str, Any]], query: str) -> list[str]:
    """Names of the tools nearest to a query's words; `tools` are definitions as in requests."""
    wire_names = {_tool(tool).name: str(tool["name"]) for tool in tools}
    ranked = Bm25Filter().rank([_tool(tool) for tool in tools], FilterRequest(query))
    return [wire_names[tool.name] for tool in ranked[:FOUND]]


def matching(tools: Sequence[Mapping[str, Any]], pattern: str) -> list[str]:
    """Names of the tools that match a regular expression, case-insensitive."""
    expression = re.compile(pattern, re.IGNORECASE)
    texts = ((str(tool["name"]), f"{tool['name']} {tool.get('description') or ''}") for tool in tools)
    return [name for name, text in texts if expression.search(text)][:FOUND]


def query_for(tool: Mapping[str, Any]) -> str:
    """The query of a model that knows which tool it needs."""
    target = _tool(tool)
    words = f"{own_name(target).replace('_', ' ')}: {first_sentence(target.description)}"
    return words[:LONGEST_QUERY]


def _tool(tool: Mapping[str, Any]) -> Tool:
    name = str(tool["name"])
    return Tool(canonical_name(name) or name, str(tool.get("description") or ""), {}, "")
