"""The tools of whole servers: of those that are listed, or of as many as a budget of tokens allows (MCPVerse).

`standard:mcpverse` names the list of MCPVerse's release (`sources/servers.toml`).
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Collection, Mapping, Sequence

from plugins.tool_pools.sources.names import standard_lists
from testbed.errors import UsageError
from testbed.guests import (
    FilterOptions,
    FilterRequest,
    FilterSpec,
    Tool,
    ToolBudget,
    known_servers,
    tools_by_server,
)

BUDGET = ToolBudget(44_000, in_tokens=True)
"""What MCPVerse's standard mode shows: its context is 64k tokens."""


class StandardFilter:
    """Shows the tools of whole servers within the budget.

    The servers of the annotated tools come first and are shown whatever they take, so that the task can be solved. The
    order of the others depends on their names alone: tasks are shown the same ones, as far as these fit.
    """

    def __init__(self, budget: ToolBudget = BUDGET) -> None:
        self._budget = budget

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the tools of the servers that fit."""
        servers = tools_by_server(catalogue)
        needed = servers_with(servers, request.annotated)
        shown = set(needed)
        left = self._budget.limit - sum(self._budget.cost(servers[name]) for name in needed)
        for name in sorted(servers.keys() - needed, key=_place):
            if (cost := self._budget.cost(servers[name])) <= left:
                shown.add(name)
                left -= cost
        return _tools_of(shown, catalogue)


class ListedServersFilter:
    """Shows the tools of these servers, of those that the guest has.

    With `with_needed` those of the servers of the annotated tools too, so that the task can be solved.
    """

    def __init__(self, servers: Sequence[str], *, with_needed: bool = False) -> None:
        self._servers = frozenset(servers)
        self._with_needed = with_needed

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the tools of the servers."""
        needed = servers_with(tools_by_server(catalogue), request.annotated) if self._with_needed else set()
        return _tools_of(self._servers | needed, catalogue)


def servers_with(servers: Mapping[str, Sequence[Tool]], names: Collection[str]) -> set[str]:
    """Return the servers that have tools with these names."""
    return {server for server, tools in servers.items() if any(tool.name in names for tool in tools)}


def _tools_of(servers: Collection[str], catalogue: Sequence[Tool]) -> list[Tool]:
    """The tools of these servers, in the order of the catalogue."""
    by_server = tools_by_server(catalogue)
    names = {tool.name for server in servers for tool in by_server.get(server, ())}
    return [tool for tool in catalogue if tool.name in names]


def _place(server: str) -> str:
    return hashlib.sha256(f"standard/{server}".encode()).hexdigest()


def _create(options: FilterOptions) -> StandardFilter | ListedServersFilter:
    if not options.argument:
        return StandardFilter(options.budget)
    if options.budget != BUDGET:
        raise UsageError(
            "--tool-budget cannot be combined with a list of servers", hint="leave out the one or the other"
        )
    names = [name.strip() for name in options.argument.split(",")]
    lists = standard_lists()
    known = (*known_servers(), *lists)
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            raise UsageError(
                f"--tool-filter standard: there is no server {name!r}",
                hint=f"did you mean {close[0]!r}?" if close else "see docs/tool_filters.md",
            )
    servers = [server for name in names for server in (lists[name].ids if name in lists else (name,))]
    return ListedServersFilter(servers, with_needed=any(name in lists for name in names))


def _max_tools(
    options: FilterOptions, catalogue: Sequence[Tool], annotations: Sequence[Sequence[str]]
) -> int:
    if options.argument:
        chosen = _create(options)
        requests = [FilterRequest("", annotated=tuple(names)) for names in [(), *annotations]]
        return max(len(chosen.choose(catalogue, request)) for request in requests)
    if not (most := options.budget.max_tools(catalogue)):
        return 0
    servers = tools_by_server(catalogue)
    needed = [
        sum(len(servers[name]) for name in servers_with(servers, annotated)) for annotated in annotations
    ]
    return max(most, *needed, 0)


FILTER = FilterSpec(
    create=_create,
    summary=__doc__,
    max_tools=_max_tools,
    takes_budget=True,
    argument="SERVER,...",
    default_budget=BUDGET,
    offers_pool=True,
)
