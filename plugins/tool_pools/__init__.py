"""Large tool pools: tasks of LiveMCPBench, MCPVerse and MCP-Bench, and the filters by server that they need."""
