"""What the task sources of LiveMCPBench, MCPVerse and MCP-Bench have in common. docs/mcp_suites.md."""
