"""Large tool pools: tasks of LiveMCPBench, MCPVerse and MCP-Bench, with their agents, filters, judges and tables.

Also trajectories of LiveMCPBench as runs (`imports`), and the calibration of judges by people's labels.
"""
