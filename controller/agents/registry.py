"""Agents by name: testbed's own, `controller/agents/<name>.py`, and those of other distributions (`plugins.py`).

An agent's module is imported only when the agent is named; `contract.py` says what it offers.
"""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass
from typing import cast

from controller.agents import plugins
from controller.agents.contract import AgentModule
from controller.core.plugins import unknown_name
from testbed.errors import UsageError

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
        raise unknown_name("agent", name, names())
    return name, variant


def load_agent(name: str) -> AgentModule:
    """The module of a known agent. Raises UsageError for one of another distribution that is broken or gone."""
    if name in AGENTS:
        return cast(AgentModule, importlib.import_module(f"controller.agents.{name}"))
    parse_name(name)
    return plugins.load(plugins.plugins(AGENTS)[name])


def check_defers(name: str) -> None:
    """Raises UsageError unless a known agent can leave the search for tools to its model."""
    if not _defers(load_agent(name)):
        able = [one for one in AGENTS if _defers(load_agent(one))]
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
    return plugins.plugins(AGENTS)[name].versions


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
