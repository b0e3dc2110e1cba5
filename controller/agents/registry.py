"""Agents by name. An agent's module is imported only when the agent is named.

An agent's module `controller/agents/<name>.py` offers two functions:

    def describe(options: AgentOptions) -> AgentCard
        What `run.json` says about the agent. Raises UsageError when it cannot run so: an unknown variant
        or model, no key in the environment. Called once, before any guest is started.

    def create(assignment: Assignment, options: AgentOptions) -> Agent
        A fresh agent for one episode.

and, when it needs keys, `KEYS`: the names of the environment's variables it takes them from; and, when it
heeds `AgentOptions.defer_tools`, `DEFERS_TOOLS = True`. Its docstring's first line says what the agent does.
Other distributions bring agents by entry points: see `plugins.py`.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.agents import plugins
from controller.agents.base import Agent, Assignment
from controller.errors import UsageError
from controller.models.line import Line

ActionSpace = Literal["gui", "mcp", "gui+mcp"]
AGENTS = (
    "anthropic",
    "fail",
    "grounded",
    "human",
    "noop",
    "openai",
    "oracle",
    "paper",
    "pyautogui",
    "random",
)
PEOPLE = frozenset({"human"})
"""Agents that are people: one guest at a time, and as long for a decision as for the episode."""


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """How the user wants the agent.

    `variant` is what follows the colon in `--agent NAME:VARIANT`; `model` the value of `--model`, both ""
    when not given. `base_url` names the model API's address, "" the agent's usual one; `settings` are the
    agent's own (`--set KEY=VALUE`), see `read_settings`. Model APIs are reached through `line` alone.
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
    line: Line = field(default_factory=Line, compare=False)
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

    def create(self, assignment: Assignment, options: AgentOptions) -> Agent: ...


def names() -> tuple[str, ...]:
    """The agents there are: testbed's own, then those that other distributions bring."""
    return (*AGENTS, *(name for name, found in plugins.plugins(AGENTS).items() if not found.problem))


def parse_name(text: str) -> tuple[str, str]:
    """`"oracle:gui"` -> `("oracle", "gui")`. Raises UsageError for an unknown agent."""
    name, _, variant = text.partition(":")
    brought = plugins.plugins(AGENTS)
    if name in brought and brought[name].problem:
        plugins.load(brought[name])
    if name == "router" and name not in brought:
        raise UsageError(
            "the router is a way of offering tools, not an agent",
            hint="use any agent with --tool-filter router, such as --agent anthropic --tool-filter router",
        )
    if name not in AGENTS and name not in brought:
        known = names()
        close = difflib.get_close_matches(name, known, n=1)
        meant = f"did you mean {close[0]!r}? " if close else ""
        raise UsageError(f"there is no agent {name!r}", hint=f"{meant}agents: {', '.join(known)}")
    return name, variant


def load(name: str) -> AgentModule:
    """The module of a known agent. Raises UsageError for one of another distribution that is broken or gone."""
    if name in AGENTS:
        return cast(AgentModule, importlib.import_module(f"controller.agents.{name}"))
    parse_name(name)
    return plugins.load(plugins.plugins(AGENTS)[name])


def check_defers(name: str) -> None:
    """Raises UsageError unless a known agent can leave the search for tools to its model."""
    if not _defers(load(name)):
        able = [one for one in AGENTS if _defers(load(one))]
        raise UsageError(
            f"the agent {name!r} cannot leave the search for tools to its model, as the tool filter search does",
            hint=f"use --tool-filter router, which works with any agent, or an agent that can: {', '.join(able)}",
        )


def _defers(module: AgentModule) -> bool:
    brought = module.offered if isinstance(module, plugins.PluginModule) else module
    return bool(getattr(brought, "DEFERS_TOOLS", False))


def origin(name: str) -> dict[str, str]:
    """The distribution that brings a known agent, and its version; nothing for testbed's own."""
    if name in AGENTS:
        return {}
    distribution, _, version = plugins.plugins(AGENTS)[name].distribution.partition(" ")
    return {distribution: version}


@dataclass(frozen=True, slots=True)
class Listed:
    """An agent as `testbed agents list` shows it; `problem` says why it cannot be used, if it cannot."""

    name: str
    does: str
    keys: tuple[str, ...]
    distribution: str
    problem: str = ""


def listed() -> list[Listed]:
    """All agents, those of other distributions that cannot be used among them. Imports them."""
    found = []
    for name in AGENTS:
        module = importlib.import_module(f"controller.agents.{name}")
        found.append(Listed(name, _first_line(module), _keys(module), "testbed"))
    for name, plugin in plugins.plugins(AGENTS).items():
        try:
            offered = plugins.load(plugin).offered
        except UsageError as error:
            found.append(Listed(name, "", (), plugin.distribution, error.message))
        else:
            found.append(Listed(name, _first_line(offered), _keys(offered), plugin.distribution))
    return found


def _first_line(module: object) -> str:
    return (inspect.getdoc(module) or "").partition("\n")[0]


def _keys(module: object) -> tuple[str, ...]:
    return tuple(map(str, getattr(module, "KEYS", ())))


def refuse_variant(name: str, options: AgentOptions) -> None:
    """Raises UsageError when a variant was given to an agent that has none."""
    if options.variant:
        raise UsageError(f"the agent {name!r} has no variant {options.variant!r}", hint=f"use --agent {name}")


class Settings(BaseModel):
    """An agent's settings: its fields are what `--set` takes, with their types and defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True)


SettingsT = TypeVar("SettingsT", bound=Settings)


def read_settings(name: str, options: AgentOptions, kind: type[SettingsT]) -> SettingsT:
    """The options' settings, checked. Raises UsageError that lists what the agent knows."""
    try:
        return kind.model_validate(dict(options.settings))
    except ValidationError as error:
        known = ", ".join(kind.model_fields) or "none"
        wrong = "; ".join(_problem(found["loc"], found["type"], found["msg"]) for found in error.errors())
        raise UsageError(
            f"settings of the agent {name!r}: {wrong}", hint=f"settings it knows: {known}"
        ) from error


def refuse_settings(name: str, options: AgentOptions) -> None:
    """Raises UsageError when settings were given to an agent that has none."""
    read_settings(name, options, Settings)


def _problem(place: tuple[int | str, ...], kind: str, said: str) -> str:
    name = ".".join(str(part) for part in place)
    return f"there is no {name!r}" if kind == "extra_forbidden" else f"{name}: {said}"
