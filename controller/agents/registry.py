"""Agents by name: the modules and folders of `controller/agents/builtin`, and those of other distributions.

An agent is imported only when it is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from controller.agents.contract import AgentSpec
from controller.core.actions import Calling
from controller.core.extension import unknown_name
from controller.models.platforms import PLATFORMS, Platform
from testbed.errors import UsageError
from testbed.extension_points import AGENTS, TOOL_FILTERS

CALLINGS: tuple[Calling, ...] = get_args(Calling)


def parse_name(text: str) -> tuple[str, str]:
    """Split a name and its variant: `"oracle:gui"` -> `("oracle", "gui")`. Raises UsageError for an unknown agent."""
    name, _, variant = text.partition(":")
    extension, known = AGENTS.extensions().get(name), AGENTS.names()
    if extension and extension.problem:
        extension.load()
    if name not in known and name in TOOL_FILTERS.names():
        raise UsageError(
            f"{name} is a tool filter, not an agent",
            hint=f"use any agent with --tool-filter {name}, such as --agent anthropic --tool-filter {name}",
        )
    if name not in known:
        raise unknown_name("agent", name, known)
    return name, variant


def load_agent(name: str) -> AgentSpec:
    """Import an agent.

    Raises:
        UsageError: The agent is unknown, or one of another distribution that cannot be used.
    """
    parse_name(name)
    return AGENTS.load(name)


def check_defers(name: str) -> None:
    """Raise UsageError unless an agent can leave the search for tools to its model."""
    if not load_agent(name).defers_tools:
        supported = [other for other in AGENTS.own_names() if load_agent(other).defers_tools]
        raise UsageError(
            f"the agent {name!r} cannot leave the search for tools to its model, which the tool filter requires",
            hint=f"use --tool-filter router, which works with any agent, or one of the agents {', '.join(supported)}",
        )


def check_via(name: str, via: str) -> Platform:
    """Return the value of `--via` for an agent. Raises UsageError when the agent does not support the platform."""
    platforms = load_agent(name).platforms
    if via and via not in PLATFORMS:
        raise UsageError(f"invalid value for --via: {via!r}", hint=f"use one of {', '.join(PLATFORMS)}")
    for platform in PLATFORMS:
        if platform == via and via in platforms:
            return platform
    if not via:
        return ""
    supported = [other for other in AGENTS.own_names() if via in load_agent(other).platforms]
    raise UsageError(
        f"the agent {name} does not reach its model via {via}",
        hint=f"use --agent {' or '.join(supported)}, or leave --via out",
    )


def choose_calling(name: str, requested: str = "") -> Calling | Literal[""]:
    """Return how an agent's model calls functions.

    Args:
        name: The agent's name.
        requested: The value of `--calling`, "" for the agent's default.

    Returns:
        The way; "" for an agent that does not take the option.

    Raises:
        UsageError: The agent does not take `requested`.
    """
    if requested not in ("", *CALLINGS):
        raise UsageError(f"invalid value for --calling: {requested!r}", hint=f"use {' or '.join(CALLINGS)}")
    callings = load_agent(name).callings
    if not requested:
        return callings[0] if callings else ""
    for calling in callings:
        if calling == requested:
            return calling
    supported = [other for other in AGENTS.own_names() if requested in load_agent(other).callings]
    only = f"; its only way is {callings[0]!r}" if callings else ""
    raise UsageError(
        f"the agent {name!r} does not take --calling {requested}{only}",
        hint=f"omit --calling, or use one of the agents {', '.join(supported)}",
    )


@dataclass(frozen=True, slots=True)
class AgentListing:
    """A row of `testbed agents list`; `problem` says why the agent cannot be used, "" if it can."""

    name: str
    does: str
    keys: tuple[str, ...]
    distribution: str
    problem: str = ""


def list_agents() -> list[AgentListing]:
    """Return all agents, also those of other distributions that cannot be used. Imports them."""
    own = [(name, "testbed", AGENTS.load(name)) for name in AGENTS.own_names()]
    others = [(one.name, one.distribution, spec) for one, spec in AGENTS.plugins() if not one.is_own]
    return [_listing(*item) for item in (*own, *others)]


def _listing(name: str, distribution: str, spec: AgentSpec | UsageError) -> AgentListing:
    if isinstance(spec, UsageError):
        return AgentListing(name, "", (), distribution, spec.message)
    return AgentListing(name, spec.headline, spec.keys, distribution)
