"""An OpenAI model, or any behind an OpenAI-compatible server: Responses or Chat Completions, with tool calls."""

from controller.agents.openai.agent import KEYS, create, describe

__all__ = ["KEYS", "create", "describe"]
