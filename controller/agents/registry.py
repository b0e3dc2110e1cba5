"""Agents by name: the modules and folders of `controller/agents/builtin`, and those of other distributions.

An agent is imported only when it is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal, get_args

from controller.agents.contract import AgentSpec
from controller.agents.plugins import agent_plugins, load_plugin_agent
from controller.core.actions import Calling
from controller.core.plugins import modules_in, unknown_name
from controller.models.platforms import PLATFORMS, Platform
from testbed.errors import UsageError

BUILTIN = "controller.agents.builtin"
CALLINGS: tuple[Calling, ...] = get_args(Calling)


def builtin_names() -> tuple[str, ...]:
    """Return the names of testbed's own agents, sorted."""
    return modules_in(BUILTIN)


def names() -> tuple[str, ...]:
    """Return the names of all usable agents: testbed's own, then those of other distributions."""
    own = builtin_names()
    return (*own, *(name for name, plugin in agent_plugins(own).items() if not plugin.problem))


def parse_name(text: str) -> tuple[str, str]:
    """Split a name and its variant: `"oracle:gui"` -> `("oracle", "gui")`. Raises UsageError for an unknown agent."""
    name, _, variant = text.partition(":")
    own = builtin_names()
    plugins = agent_plugins(own)
    if name in plugins and plugins[name].problem:
        plugins[name].load()
    if name == "router" and name not in plugins:
        raise UsageError(
            "router is a tool filter, not an agent",
            hint="use any agent with --tool-filter router, such as --agent anthropic --tool-filter router",
        )
    if name not in own and name not in plugins:
        raise unknown_name("agent", name, names())
    return name, variant


def load_agent(name: str) -> AgentSpec:
    """Import an agent.

    Raises:
        UsageError: The agent is unknown, or one of another distribution that cannot be used.
    """
    own = builtin_names()
    if name in own:
        spec: AgentSpec = import_module(f"{BUILTIN}.{name}").AGENT
        return spec
    parse_name(name)
    return load_plugin_agent(agent_plugins(own)[name])


def check_defers(name: str) -> None:
    """Raise UsageError unless an agent can leave the search for tools to its model."""
    if not load_agent(name).defers_tools:
        supported = [other for other in builtin_names() if load_agent(other).defers_tools]
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
    supported = [other for other in builtin_names() if via in load_agent(other).platforms]
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
    supported = [other for other in builtin_names() if requested in load_agent(other).callings]
    only = f"; its only way is {callings[0]!r}" if callings else ""
    raise UsageError(
        f"the agent {name!r} does not take --calling {requested}{only}",
        hint=f"omit --calling, or use one of the agents {', '.join(supported)}",
    )


def origin(name: str) -> dict[str, str]:
    """Return name and version of the distribution of an agent; nothing for testbed's own."""
    own = builtin_names()
    return {} if name in own else agent_plugins(own)[name].versions


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
    own = builtin_names()
    listings = []
    for name in own:
        spec = load_agent(name)
        listings.append(AgentListing(name, spec.headline, spec.keys, "testbed"))
    for name, plugin in agent_plugins(own).items():
        try:
            spec = load_plugin_agent(plugin)
        except UsageError as error:
            listings.append(AgentListing(name, "", (), plugin.distribution, error.message))
        else:
            listings.append(AgentListing(name, spec.headline, spec.keys, plugin.distribution))
    return listings
