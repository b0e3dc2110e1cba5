"""OSWorld-MCP's name of WriterTools."""

from mcp_tools.osworld_mcp.application_state import WriterTools

__all__ = ["WriterTools"]
