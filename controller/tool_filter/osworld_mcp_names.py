"""Names of testbed's tools in OSWorld-MCP's list, which its scripts and agents know them by."""

from __future__ import annotations

from mcp_tools.osworld_mcp.tool_names import listed_name, our_name


def osworld_mcp_name(tool: str) -> str:
    """Return the name that OSWorld-MCP's list has for a tool of testbed; a name that is none as it is."""
    return listed_name(tool)


def osworld_mcp_tool(name: str) -> str:
    """Return the tool of testbed that OSWorld-MCP's list, or its released server, has under a name.

    Any other name is returned as it is.
    """
    return our_name(name)
