"""Any model as MCP-Bench's agent: rounds of a planned JSON with parallel calls, then an answer from all results."""

from __future__ import annotations

from controller.agents.builtin.rounds.agent import LOOP
from controller.agents.contract import AgentSpec
from controller.agents.prompt_agent import API_KEYS

AGENT = AgentSpec(
    describe=LOOP.describe,
    create=LOOP.create,
    summary=__doc__,
    keys=API_KEYS,
    callings=("prompt",),
    default_tool_filter="all",
    check=LOOP.check,
)
