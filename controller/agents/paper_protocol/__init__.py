"""The protocol of the OSWorld-MCP paper: prompt, parser, and conversion between calls and actions."""
