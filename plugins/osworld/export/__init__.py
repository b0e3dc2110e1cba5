"""OSWorld's result tree: how it is written, and what OSWorld-MCP's published scripts count in it."""
