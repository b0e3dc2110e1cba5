"""What an agent's module offers, and what it is given: `controller/agents/<name>.py` has two functions.

    def describe(options: AgentOptions) -> AgentCard
        What `run.json` says about the agent. Raises UsageError when it cannot run so: an unknown variant
        or model, no key in the environment. Called once, before any guest is started.

    def create(assignment: Assignment, options: AgentOptions) -> Agent
        A fresh agent for one episode.

and, when it needs keys, `KEYS`: the names of the environment's variables it takes them from; and, when it
heeds `AgentOptions.defer_tools`, `DEFERS_TOOLS = True`. Its docstring's first line says what the agent does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from controller.core.actions import ActionSpace
from controller.core.agent import Agent, EpisodeContext
from controller.models.client import ModelClient


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """How the user wants the agent.

    `variant` is what follows the colon in `--agent NAME:VARIANT`; `model` the value of `--model`, both ""
    when not given. `base_url` names the model API's address, "" the agent's usual one; `settings` are the
    agent's own (`--set KEY=VALUE`), see `read_settings`. Model APIs are reached through `model_client` alone.
    `call_seconds` limits one decision, all tries of its model calls included.
    With `defer_tools` the model is to find the tools by its vendor's own search, and shall not be shown them.
    `most_tools` is how many tools the run offers at once at most, as far as it is known before a guest is
    started, 0 when it is not.
    `task_folder` and `feasible` are for the oracle alone, `guest` (its name) for a person: no other agent may
    look at them.
    """

    variant: str = ""
    model: str = ""
    base_url: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    model_client: ModelClient = field(default_factory=ModelClient, compare=False)
    actions: ActionSpace = "gui+mcp"
    call_seconds: float = 300.0
    defer_tools: bool = False
    most_tools: int = 0
    task_folder: Path | None = None
    feasible: bool = True
    guest: str = ""


@dataclass(frozen=True, slots=True)
class AgentCard:
    """What a run's record says about its agent: the model asked for, further ones it asks, every prompt by
    name."""

    name: str
    variant: str = ""
    model: str = ""
    models: tuple[str, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)


class AgentModule(Protocol):
    """What a module of an agent offers."""

    def describe(self, options: AgentOptions) -> AgentCard: ...

    def create(self, assignment: EpisodeContext, options: AgentOptions) -> Agent: ...
