"""Large tool pools: tasks of LiveMCPBench, MCPVerse and MCP-Bench."""
