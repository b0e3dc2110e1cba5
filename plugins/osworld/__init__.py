"""OSWorld and OSWorld-MCP: their result trees, written, read and counted as their scripts count them."""
