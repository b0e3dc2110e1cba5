"""Agents for large tool pools, for any model: `react` (LiveMCPBench), `rounds` (MCP-Bench). docs/agents_text.md."""
