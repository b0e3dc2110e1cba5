"""Tool filters by name: the modules of `controller/tool_filter/builtin`, and those of other distributions.

    [project.entry-points."testbed.tool_filters"]
    my_filter = "my_package.my_filter"

An entry point names a `FilterSpec`, or a module that has one as `FILTER`. A filter is imported only when it is named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from importlib import import_module
from typing import Literal

from controller.core.guest import Tool
from controller.core.plugins import Plugin, find_plugins, modules_in, unknown_name
from controller.tool_filter.base import Annotations, FilterOptions, FilterRequest, FilterSpec, ToolFilter
from controller.tool_filter.budget import ToolBudget, parse_budget
from testbed.errors import UsageError

BUILTIN = "controller.tool_filter.builtin"
GROUP = "testbed.tool_filters"
KIND = "tool filter"
Order = Literal["lexicographic", "shuffle"]
ORDERS: tuple[Order, ...] = ("lexicographic", "shuffle")


def filter_names() -> tuple[str, ...]:
    """Return the names of all usable filters: testbed's own, then those of other distributions."""
    own = modules_in(BUILTIN)
    return (*own, *(name for name, plugin in _plugins().items() if not plugin.problem))


def load_filter(name: str) -> FilterSpec:
    """Import a filter's declaration.

    Raises:
        UsageError: The filter is unknown, or one of another distribution that cannot be used.
    """
    if name in modules_in(BUILTIN):
        spec: FilterSpec = import_module(f"{BUILTIN}.{name}").FILTER
        return spec
    plugins = _plugins()
    if name not in plugins:
        raise unknown_name(KIND, name, filter_names())
    return _load_plugin(plugins[name])


def make_filter(
    name: str, order: str = "lexicographic", seed: int = 0, *, budget: str = "", embeddings: str = ""
) -> ToolFilter:
    """Create a filter whose choice is in order.

    Args:
        name: The filter's name.
        order: One of `ORDERS`. A shuffle depends on `seed` and the tools' names alone.
        seed: Seed of a shuffle.
        budget: "25" (tools) or "4000t" (tokens); "" is the default.
        embeddings: A sentence-transformers model's name or folder, "" for none.

    Raises:
        UsageError: An unknown name or order, or an option that is invalid or that the filter does not take.
    """
    if order not in ORDERS:
        raise UsageError(f"there is no tool order {order!r}", hint=f"use {' or '.join(ORDERS)}")
    chosen = create_filter(name, budget=budget, embeddings=embeddings)
    plugin = None if name in modules_in(BUILTIN) else _plugins().get(name)
    return OrderedFilter(chosen, order, seed, plugin)


def create_filter(name: str, *, budget: str = "", embeddings: str = "") -> ToolFilter:
    """Create a filter as it is, which may be a `Ranking`. Raises UsageError as `make_filter` does."""
    spec = load_filter(name)
    if budget and not spec.takes_budget:
        raise UsageError(
            f"the tool filter {name} takes no budget", hint=f"filters that do: {_with('takes_budget')}"
        )
    if embeddings and not spec.takes_embeddings:
        raise UsageError(
            f"the tool filter {name} uses no embeddings", hint=f"filters that do: {_with('takes_embeddings')}"
        )
    return spec.create(_options(budget, embeddings))


def max_tools(name: str, budget: str, catalogue: Sequence[Tool], annotations: Annotations = ()) -> int:
    """Return how many tools a filter shows at once at most, 0 when unknown. Raises UsageError."""
    return load_filter(name).max_tools(_options(budget), catalogue, annotations)


def filter_origin(name: str) -> dict[str, str]:
    """Return name and version of the distribution of a filter; nothing for testbed's own."""
    return {} if name in modules_in(BUILTIN) else _plugins()[name].versions


class OrderedFilter:
    """Another filter's choice, put in order."""

    def __init__(self, inner: ToolFilter, order: str, seed: int, plugin: Plugin | None = None) -> None:
        self._inner = inner
        self._order = order
        self._seed = seed
        self._plugin = plugin

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the inner filter's tools in order. Raises UsageError when a plugin's filter fails."""
        with _guard(self._plugin, "choose"):
            tools = self._inner.choose(catalogue, request)
        if self._plugin is not None and not _from_catalogue(tools, catalogue):
            raise UsageError(
                f"{self._plugin.title}: choose returned {tools!r:.300}",
                hint="return a list of tools of the catalogue: see docs/tool_filters.md",
            )
        return sorted(tools, key=self._key)

    def _key(self, tool: Tool) -> str:
        if self._order == "lexicographic":
            return tool.name
        return hashlib.sha256(f"{self._seed}/{tool.name}".encode()).hexdigest()


def _plugins() -> dict[str, Plugin]:
    return find_plugins(GROUP, KIND, modules_in(BUILTIN))


def _load_plugin(plugin: Plugin) -> FilterSpec:
    target = plugin.load()
    spec = getattr(target, "FILTER", target)
    if not isinstance(spec, FilterSpec):
        raise UsageError(
            f"{plugin.title}: {plugin.entry_point.value} has no FilterSpec FILTER",
            hint="declare FILTER = FilterSpec(create=...): see docs/tool_filters.md",
        )

    def create(options: FilterOptions) -> ToolFilter:
        with _guard(plugin, "create"):
            tool_filter = spec.create(options)
        if not callable(getattr(tool_filter, "choose", None)):
            raise UsageError(
                f"{plugin.title}: create returned {tool_filter!r}",
                hint="return an object with choose(catalogue, request)",
            )
        return tool_filter

    def most(options: FilterOptions, catalogue: Sequence[Tool], annotations: Annotations) -> int:
        with _guard(plugin, "max_tools"):
            return spec.max_tools(options, catalogue, annotations)

    return replace(spec, create=create, max_tools=most)


def _guard(plugin: Plugin | None, function: str) -> AbstractContextManager[None]:
    return plugin.failures_as(UsageError, function) if plugin else nullcontext()


def _from_catalogue(tools: object, catalogue: Sequence[Tool]) -> bool:
    return isinstance(tools, list) and all(isinstance(tool, Tool) and tool in catalogue for tool in tools)


def _options(budget: str, embeddings: str = "") -> FilterOptions:
    return FilterOptions(parse_budget(budget) if budget else ToolBudget(), embeddings)


def _with(attribute: str) -> str:
    """Names of testbed's own filters for which a property holds, for a hint."""
    return ", ".join(name for name in modules_in(BUILTIN) if getattr(load_filter(name), attribute))
