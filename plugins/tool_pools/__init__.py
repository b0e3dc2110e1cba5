"""Large tool pools: tasks of LiveMCPBench, MCPVerse and MCP-Bench, and the filters and judges that they need."""
