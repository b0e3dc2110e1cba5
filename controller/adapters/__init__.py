"""The core for other programs: runs and studies from Python, Gymnasium, an MCP server, Anthropic's tool runner."""
