"""Any model as LiveMCPBench's copilot: thought, action, observation in plain text, tools found with the router."""

from __future__ import annotations

from plugins.tool_pools.agents.react.agent import ReactAgent

AGENT = ReactAgent.spec(__doc__, default_tool_filter="router")
