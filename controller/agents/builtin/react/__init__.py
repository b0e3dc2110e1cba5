"""Any model as LiveMCPBench's copilot: thought, action, observation in plain text, tools found with the router."""

from __future__ import annotations

from controller.agents.builtin.react.agent import LOOP
from controller.agents.contract import AgentSpec
from controller.agents.prompt_agent import API_KEYS

AGENT = AgentSpec(
    describe=LOOP.describe,
    create=LOOP.create,
    summary=__doc__,
    keys=API_KEYS,
    callings=("prompt",),
    default_tool_filter="router",
    check=LOOP.check,
)
