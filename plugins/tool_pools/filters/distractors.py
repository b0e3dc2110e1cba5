"""The tools of the task's annotation, hidden among others drawn at random."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from plugins.tool_pools.filters.standard import servers_with
from testbed.errors import UsageError
from testbed.guests import FilterOptions, FilterRequest, FilterSpec, Tool, ToolBudget, tools_by_server


class DistractorsFilter:
    """Shows the annotated tools, all of them, and as many others as the budget allows beside them.

    The others depend on the seed and the tools' names alone, so an episode sees the same ones at each step.
    """

    def __init__(self, budget: ToolBudget | None = None, seed: int = 0) -> None:
        self._budget = budget or ToolBudget()
        self._seed = seed

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the annotated tools and their distractors."""
        annotated = [tool for tool in catalogue if tool.name in request.annotated]
        others = [tool for tool in catalogue if tool.name not in request.annotated]
        drawn = self._budget.select(
            [*annotated, *sorted(others, key=lambda tool: _draw(self._seed, tool.name))]
        )
        shown = {tool.name for tool in (*annotated, *drawn)}
        return [tool for tool in catalogue if tool.name in shown]


class DistractorServersFilter:
    """Shows all tools of the servers of the annotated tools, and of `number` other servers (MCP-Bench).

    The others depend on the seed and the servers' names alone.
    """

    def __init__(self, number: int, seed: int = 0) -> None:
        self._number = number
        self._seed = seed

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the tools of the annotated tools' servers and of the distractor servers."""
        servers = tools_by_server(catalogue)
        needed = servers_with(servers, request.annotated)
        others = sorted(servers.keys() - needed, key=lambda name: _draw(self._seed, name))
        shown = {tool.name for name in (*needed, *others[: self._number]) for tool in servers[name]}
        return [tool for tool in catalogue if tool.name in shown]


def _draw(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}/distractor/{name}".encode()).hexdigest()


def _create(options: FilterOptions) -> DistractorsFilter | DistractorServersFilter:
    if not options.argument:
        return DistractorsFilter(options.budget, options.seed)
    number = _number(options.argument)
    if options.budget != ToolBudget():
        raise UsageError(
            "--tool-budget cannot be combined with a number of distractor servers",
            hint="leave out the one or the other",
        )
    return DistractorServersFilter(number, options.seed)


def _number(argument: str) -> int:
    if not (argument.isascii() and argument.isdigit() and 1 <= len(argument) <= 4):
        raise UsageError(
            f"invalid number of distractor servers {argument!r}", hint="distractors:10 adds ten servers"
        )
    return int(argument)


def _max_tools(
    options: FilterOptions, catalogue: Sequence[Tool], annotations: Sequence[Sequence[str]]
) -> int:
    if options.argument:
        return max((_most_of_servers(options, catalogue, names) for names in annotations), default=0)
    if not (most := options.budget.max_tools(catalogue)):
        return 0
    names = {tool.name for tool in catalogue}
    return max(most, *(len(names.intersection(annotated)) for annotated in annotations), 0)


def _most_of_servers(options: FilterOptions, catalogue: Sequence[Tool], annotated: Sequence[str]) -> int:
    """The number of tools when the largest servers are drawn: each episode has its own seed."""
    servers = tools_by_server(catalogue)
    sizes = {name: len(tools) for name, tools in servers.items()}
    needed = servers_with(servers, annotated)
    others = sorted((size for name, size in sizes.items() if name not in needed), reverse=True)
    return sum(sizes[name] for name in needed) + sum(others[: _number(options.argument)])


FILTER = FilterSpec(
    create=_create,
    summary=__doc__,
    max_tools=_max_tools,
    takes_budget=True,
    needs_annotation=True,
    argument="N",
    offers_pool=True,
)
