"""Any model as MCP-Bench's agent: rounds of a planned JSON with parallel calls, then an answer from all results."""

from __future__ import annotations

from plugins.tool_pools.agents.rounds.agent import RoundsAgent

AGENT = RoundsAgent.spec(__doc__, default_tool_filter="all")
