"""Large tool pools: tasks of LiveMCPBench, MCPVerse and MCP-Bench, with their agents, filters, judges and tables."""
