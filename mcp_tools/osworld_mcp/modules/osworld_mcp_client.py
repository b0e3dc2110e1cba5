"""OSWorld-MCP's name of OsworldMcpClient."""

from mcp_tools.osworld_mcp.client import OsworldMcpClient

__all__ = ["OsworldMcpClient"]
