"""OSWorld-MCP's name of ImpressTools."""

from mcp_tools.osworld_mcp.application_state import ImpressTools

__all__ = ["ImpressTools"]
