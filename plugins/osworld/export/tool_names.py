"""Which names of tools testbed has, and which OSWorld-MCP's list has."""

from __future__ import annotations

from functools import cache

from testbed.guests import load_catalogue, osworld_mcp_name


def is_ours(name: str) -> bool:
    """Whether testbed has a tool of this name."""
    return name in _our_names()


@cache
def listed_tools() -> frozenset[str]:
    """Return the 158 names of OSWorld-MCP's list."""
    return frozenset(map(osworld_mcp_name, _our_names()))


@cache
def _our_names() -> frozenset[str]:
    return frozenset(tool.name for tool in load_catalogue())
