"""An OpenAI model, or any behind an OpenAI-compatible server: Responses or Chat Completions, with tool calls."""

from controller.agents.builtin.openai.agent import AGENT, create, describe

__all__ = ["AGENT", "create", "describe"]
