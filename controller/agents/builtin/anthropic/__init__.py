"""The `anthropic` agent: Claude through the Messages API, with its computer tool and the MCP tools."""

from controller.agents.builtin.anthropic.agent import AGENT, create, describe

__all__ = ["AGENT", "create", "describe"]
