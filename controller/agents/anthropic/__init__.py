"""The `anthropic` agent: Claude through the Messages API, with its computer tool and the MCP tools."""

from controller.agents.anthropic.agent import KEYS, create, describe

__all__ = ["KEYS", "create", "describe"]
