"""The protocol of the OSWorld-MCP paper: its prompt, its form of calls, and what they mean."""
