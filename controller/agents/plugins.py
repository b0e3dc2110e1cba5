"""Agents that other distributions bring: entry points of the group `testbed.agents`.

An entry point names a module, or an object in one, that offers `describe` and `create` as a module of
`controller.agents` does (see `contract.py`):

    [project.entry-points."testbed.agents"]
    my_agent = "my_package.my_agent"
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from controller.agents.contract import AgentCard, AgentOptions
from controller.core.agent import Agent, EpisodeContext
from testbed.errors import AgentError, TestbedError, UsageError

GROUP = "testbed.agents"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class Plugin:
    """An agent from elsewhere. `distribution` is its name and version; `problem` says why it is refused, if it is."""

    name: str
    distribution: str
    entry_point: EntryPoint
    problem: str = ""


def plugins(own: Collection[str]) -> dict[str, Plugin]:
    """The agents other distributions bring, by name; `own` are the names they may not take."""
    offered: dict[str, list[Plugin]] = {}
    for found in sorted(entry_points(group=GROUP), key=lambda item: (item.name, item.value)):
        offered.setdefault(found.name, []).append(Plugin(found.name, _distribution(found), found))
    return {name: _checked(same, own) for name, same in offered.items()}


def load(plugin: Plugin) -> PluginModule:
    """What an agent's entry point names.

    Raises UsageError naming the distribution when it is refused, cannot be imported or is no agent.
    """
    if plugin.problem:
        raise UsageError(plugin.problem, hint=_remedy(plugin))
    try:
        offered = plugin.entry_point.load()
    except (Exception, SystemExit) as error:
        raise UsageError(
            f"{_named(plugin)} cannot be imported from {plugin.entry_point.value}: "
            f"{type(error).__name__}: {error}",
            hint=_remedy(plugin),
        ) from error
    for function in ("describe", "create"):
        if not callable(getattr(offered, function, None)):
            raise UsageError(
                f"{_named(plugin)}: {plugin.entry_point.value} has no function {function}",
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
        try:
            card = self.offered.describe(options)
        except TestbedError:
            raise
        except Exception as error:
            raise UsageError(self._raised("describe"), hint=_remedy(self._plugin)) from error
        if not isinstance(card, AgentCard):
            raise UsageError(
                f"{_named(self._plugin)}: describe returned {card!r}",
                hint="return an AgentCard: see docs/custom_agents.md",
            )
        return card

    def create(self, assignment: EpisodeContext, options: AgentOptions) -> Agent:
        """Raises AgentError."""
        try:
            agent: Agent = self.offered.create(assignment, options)
        except TestbedError:
            raise
        except Exception as error:
            raise AgentError(self._raised("create"), hint=_remedy(self._plugin)) from error
        if not callable(getattr(agent, "act", None)):
            raise AgentError(
                f"{_named(self._plugin)}: create returned {agent!r}",
                hint="return an object with act(observation, tools)",
            )
        return agent

    def _raised(self, function: str) -> str:
        return f"{_named(self._plugin)}: {function} raised\n{traceback.format_exc(limit=-3)}"


def _checked(same: list[Plugin], own: Collection[str]) -> Plugin:
    first = same[0]
    problem = ""
    if not _NAME.fullmatch(first.name):
        problem = f"{_named(first)} has a name that cannot be given on the command line"
    elif first.name in own:
        problem = f"{first.distribution} brings an agent {first.name!r}, but testbed has one of that name"
    elif len(same) > 1:
        problem = f"several distributions bring an agent {first.name!r}: " + ", ".join(
            plugin.distribution for plugin in same
        )
    return Plugin(first.name, first.distribution, first.entry_point, problem)


def _distribution(found: EntryPoint) -> str:
    return f"{found.dist.name} {found.dist.version}" if found.dist else "an unknown distribution"


def _named(plugin: Plugin) -> str:
    return f"the agent {plugin.name!r} of {plugin.distribution}"


def _remedy(plugin: Plugin) -> str:
    name = plugin.distribution.partition(" ")[0]
    return f"mend or update {name}, or remove it: pip uninstall {name}"
