"""The two tools of the tool filter `router`, among the tools that an agent is offered."""

from __future__ import annotations

from collections.abc import Sequence

from testbed.guests import Tool

EXECUTE = "execute"
"""The tool that calls a tool of the pool; its arguments are `tool` and `arguments`."""
ROUTE = "route"
"""The tool that searches the pool."""


def is_execute(tool: Tool) -> bool:
    """Whether a tool is the router's `execute`, which belongs to no application."""
    return tool.name == EXECUTE and not tool.app


def uses_router(tools: Sequence[Tool]) -> bool:
    """Whether the offered tools are those of the router."""
    names = {tool.name for tool in tools if not tool.app}
    return {EXECUTE, ROUTE} <= names
