"""What an agent is: observations in, decisions out; its history is its own affair."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from controller.core.actions import Action
from controller.core.guest import Tool
from controller.core.observation import Observation


@dataclass(frozen=True, slots=True)
class Usage:
    """What one decision took: tokens, and calls of the model.

    `input_tokens` are all that were read, those from and into the model's cache included.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """What the agent does next; each action is one step. `thought` is the model's own text.

    `performed` are actions that have been carried out already, by a person at the guest's screen: steps too,
    before `actions`, but not executed again.
    """

    actions: tuple[Action, ...]
    thought: str = ""
    usage: Usage = Usage()
    details: dict[str, Any] = field(default_factory=dict)
    performed: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class EpisodeContext:
    """What an agent is told at the start of an episode."""

    task_id: str
    instruction: str
    max_steps: int
    gui: bool
    seed: int


class Agent(Protocol):
    """One agent in one episode."""

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Decide on the next actions; `tools` are the MCP tools offered at this step.

        Raises AgentError (the agent's own fault), ModelApiError (the API's).
        """
        ...
