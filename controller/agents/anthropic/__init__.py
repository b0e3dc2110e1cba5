"""The `anthropic` agent: Claude through the Messages API, with its computer tool and the MCP tools."""

from controller.agents.anthropic.agent import DEFERS_TOOLS, KEYS, create, describe

__all__ = ["DEFERS_TOOLS", "KEYS", "create", "describe"]
