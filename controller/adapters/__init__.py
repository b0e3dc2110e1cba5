"""The core for other programs: Gymnasium, an MCP server, Python, Anthropic's tool runner."""
