"""OSWorld-MCP's name of CalcTools."""

from mcp_tools.osworld_mcp.application_state import CalcTools

__all__ = ["CalcTools"]
