"""Agents of other distributions: entry points of the group `testbed.agents`.

    [project.entry-points."testbed.agents"]
    my_agent = "my_package.my_agent"

An entry point names an `AgentSpec`, a module that has one as `AGENT`, or, for an agent without further properties, a
module or object with the functions `describe` and `create`.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.core.agent import Agent, EpisodeContext
from controller.core.plugins import Plugin, find_plugins
from testbed.errors import AgentError, UsageError

GROUP = "testbed.agents"


def agent_plugins(own: Collection[str]) -> dict[str, Plugin]:
    """Return the agents of other distributions by name; `own` are the names that they may not take."""
    return find_plugins(GROUP, "agent", own)


def load_plugin_agent(plugin: Plugin) -> AgentSpec:
    """Import an agent; failures of its functions name the distribution.

    Raises:
        UsageError: It is refused, cannot be imported, or is not an agent.
    """
    spec = _spec(plugin, plugin.load())

    def describe(options: AgentOptions) -> AgentCard:
        with plugin.failures_as(UsageError, "describe"):
            card = spec.describe(options)
        if not isinstance(card, AgentCard):
            raise UsageError(
                f"{plugin.title}: describe returned {card!r}",
                hint="return an AgentCard: see docs/custom_agents.md",
            )
        return card

    def create(context: EpisodeContext, options: AgentOptions) -> Agent:
        with plugin.failures_as(AgentError, "create"):
            agent = spec.create(context, options)
        if not callable(getattr(agent, "act", None)):
            raise AgentError(
                f"{plugin.title}: create returned {agent!r}",
                hint="return an object with act(observation, tools)",
            )
        return agent

    return replace(spec, describe=describe, create=create)


def _spec(plugin: Plugin, target: Any) -> AgentSpec:
    """The declaration in what an entry point names. Raises UsageError."""
    declared = getattr(target, "AGENT", target)
    if isinstance(declared, AgentSpec):
        return declared
    for function in ("describe", "create"):
        if not callable(getattr(target, function, None)):
            raise UsageError(
                f"{plugin.title}: {plugin.entry_point.value} has neither an AgentSpec AGENT nor a function {function}",
                hint="declare AGENT = AgentSpec(describe=..., create=...): see docs/custom_agents.md",
            )
    return AgentSpec(target.describe, target.create, summary=inspect.getdoc(target))
