"""An OpenAI model, or any behind an OpenAI-compatible server: Responses or Chat Completions, with tool calls."""

from controller.agents.openai.agent import DEFERS_TOOLS, KEYS, create, describe

__all__ = ["DEFERS_TOOLS", "KEYS", "create", "describe"]
