"""The guest side: the MCP server, its tools, and the GUI actions."""
