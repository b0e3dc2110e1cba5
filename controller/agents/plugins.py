"""Agents of other distributions: entry points of the group `testbed.agents`.

An entry point names a module, or an object in one, that offers `describe` and `create` as a module of
`controller.agents` does (see `contract.py`):

    [project.entry-points."testbed.agents"]
    my_agent = "my_package.my_agent"
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from controller.agents.contract import AgentCard, AgentOptions
from controller.core.agent import Agent, EpisodeContext
from controller.core.plugins import Plugin, find_plugins
from testbed.errors import AgentError, UsageError

GROUP = "testbed.agents"


def plugins(own: Collection[str]) -> dict[str, Plugin]:
    """The agents of other distributions, by name; `own` are the names they may not take."""
    return find_plugins(GROUP, "agent", own)


def load(plugin: Plugin) -> PluginModule:
    """What an agent's entry point names.

    Raises UsageError naming the distribution when it is refused, cannot be imported or is no agent.
    """
    offered = plugin.load()
    for function in ("describe", "create"):
        if not callable(getattr(offered, function, None)):
            raise UsageError(
                f"{plugin.title}: {plugin.entry_point.value} has no function {function}",
                hint="an agent offers describe(options) and create(assignment, options): "
                "see docs/custom_agents.md",
            )
    return PluginModule(plugin, offered)


class PluginModule:
    """A plugin's `describe` and `create`, whose failures name the distribution."""

    def __init__(self, plugin: Plugin, offered: Any) -> None:
        self.offered = offered
        self._plugin = plugin

    def describe(self, options: AgentOptions) -> AgentCard:
        """Raises UsageError."""
        with self._plugin.failures_as(UsageError, "describe"):
            card = self.offered.describe(options)
        if not isinstance(card, AgentCard):
            raise UsageError(
                f"{self._plugin.title}: describe returned {card!r}",
                hint="return an AgentCard: see docs/custom_agents.md",
            )
        return card

    def create(self, assignment: EpisodeContext, options: AgentOptions) -> Agent:
        """Raises AgentError."""
        with self._plugin.failures_as(AgentError, "create"):
            agent: Agent = self.offered.create(assignment, options)
        if not callable(getattr(agent, "act", None)):
            raise AgentError(
                f"{self._plugin.title}: create returned {agent!r}",
                hint="return an object with act(observation, tools)",
            )
        return agent
