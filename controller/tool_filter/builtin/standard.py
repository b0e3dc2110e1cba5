"""The tools of whole servers: of those that are listed, or of as many as a budget of tokens allows (MCPVerse)."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Sequence

from controller.core.guest import Tool
from controller.tool_filter.areas import area_of
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec
from controller.tool_filter.budget import ToolBudget
from controller.tool_filter.servers import by_server, known_servers, servers_of
from testbed.errors import UsageError

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
        servers = by_server(catalogue)
        needed = servers_of(catalogue, request.annotated)
        shown = set(needed)
        left = self._budget.limit - sum(self._budget.cost(servers[name]) for name in needed)
        for name in sorted(servers.keys() - needed, key=_place):
            if (cost := self._budget.cost(servers[name])) <= left:
                shown.add(name)
                left -= cost
        return [tool for tool in catalogue if area_of(tool) in shown]


class ListedServersFilter:
    """Shows the tools of these servers, of those that the guest has."""

    def __init__(self, servers: Sequence[str]) -> None:
        self._servers = frozenset(servers)

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:  # noqa: ARG002
        """Return the tools of the servers."""
        return [tool for tool in catalogue if area_of(tool) in self._servers]


def _place(server: str) -> str:
    return hashlib.sha256(f"standard/{server}".encode()).hexdigest()


def _create(options: FilterOptions) -> StandardFilter | ListedServersFilter:
    if not options.argument:
        return StandardFilter(options.budget)
    if options.budget != BUDGET:
        raise UsageError(
            "--tool-budget cannot be combined with a list of servers", hint="leave out the one or the other"
        )
    servers = [name.strip() for name in options.argument.split(",")]
    for name in servers:
        if name not in known_servers():
            close = difflib.get_close_matches(name, known_servers(), n=1)
            raise UsageError(
                f"--tool-filter standard: there is no server {name!r}",
                hint=f"did you mean {close[0]!r}?" if close else "see docs/tool_filters.md",
            )
    return ListedServersFilter(servers)


def _max_tools(options: FilterOptions, catalogue: Sequence[Tool], annotations: Annotations) -> int:
    if options.argument:
        return len(_create(options).choose(catalogue, FilterRequest("")))
    if not (most := options.budget.max_tools(catalogue)):
        return 0
    servers = by_server(catalogue)
    needed = [
        sum(len(servers[name]) for name in servers_of(catalogue, annotated)) for annotated in annotations
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
