"""Tool filters by name: the modules of `controller/tool_filter/builtin`, and those of other distributions.

A filter is imported only when it is named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from controller.core.extension import Extension
from controller.core.guest import Tool
from controller.tasks.task import Task
from controller.tool_filter.base import (
    Annotations,
    FilterOptions,
    FilterRequest,
    FilterSpec,
    Retriever,
    ToolFilter,
)
from controller.tool_filter.budget import parse_budget
from controller.tool_filter.servers import needed_tools
from testbed.errors import UsageError
from testbed.extension_points import TOOL_FILTERS

Order = Literal["lexicographic", "shuffle"]
ORDERS: tuple[Order, ...] = ("lexicographic", "shuffle")


def load_filter(name: str) -> FilterSpec:
    """Import a filter's declaration.

    Args:
        name: The filter's name, with a colon and an argument if it takes one: "distractors:10".

    Raises:
        UsageError: The filter is unknown, one of another distribution that cannot be used, or takes no argument.
    """
    base, colon, argument = name.partition(":")
    spec = TOOL_FILTERS.load(base)
    if not colon:
        return spec
    if not spec.argument or not argument.strip():
        raise UsageError(
            f"invalid tool filter {name!r}",
            hint=f"use {base}:{spec.argument} or {base}" if spec.argument else f"{base} takes no argument",
        )
    return _with_argument(spec, argument.strip())


def _with_argument(spec: FilterSpec, argument: str) -> FilterSpec:
    """The declaration with the argument among the options of its functions."""

    def create(options: FilterOptions) -> ToolFilter:
        return spec.create(replace(options, argument=argument))

    def most(options: FilterOptions, catalogue: Sequence[Tool], annotations: Annotations) -> int:
        return spec.max_tools(replace(options, argument=argument), catalogue, annotations)

    return replace(spec, create=create, max_tools=most)


def make_filter(
    name: str, order: str = "lexicographic", seed: int = 0, *, budget: str = "", embeddings: str = ""
) -> ToolFilter:
    """Create a filter whose choice is in order.

    Args:
        name: The filter's name.
        order: One of `ORDERS`. A shuffle depends on `seed` and the tools' names alone.
        seed: Seed of a shuffle, and of filters that draw at random.
        budget: "25" (tools) or "4000t" (tokens); "" is the default.
        embeddings: A sentence-transformers model's name or folder, "" for none.

    Raises:
        UsageError: An unknown name or order, or an option that is invalid or that the filter does not take.
    """
    if order not in ORDERS:
        raise UsageError(f"there is no tool order {order!r}", hint=f"use {' or '.join(ORDERS)}")
    chosen = create_filter(name, budget=budget, embeddings=embeddings, seed=seed)
    extension = TOOL_FILTERS.extension_of(base_name(name))
    return OrderedFilter(chosen, order, seed, None if extension and extension.is_own else extension)


def create_filter(name: str, *, budget: str = "", embeddings: str = "", seed: int = 0) -> ToolFilter:
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
    return spec.create(_options(spec, budget, embeddings, seed))


def make_evaluated_filter(name: str, *, budget: str = "", embeddings: str = "") -> ToolFilter:
    """Create what `testbed tools eval` evaluates for a filter. Raises UsageError as `make_filter` does."""
    spec = load_filter(name)
    if spec.evaluated_as is None:
        return create_filter(name, budget=budget, embeddings=embeddings)
    return spec.evaluated_as(_options(spec, budget, embeddings))


def base_name(name: str) -> str:
    """Return a filter's name without its argument."""
    return name.partition(":")[0]


def retriever_of(tool_filter: ToolFilter) -> Retriever | None:
    """Return the search of a filter, None if it has none."""
    inner = tool_filter.inner if isinstance(tool_filter, OrderedFilter) else tool_filter
    return inner if isinstance(inner, Retriever) else None


def max_tools(name: str, budget: str, catalogue: Sequence[Tool], annotations: Annotations = ()) -> int:
    """Return how many tools a filter shows at once at most, 0 when unknown. Raises UsageError."""
    spec = load_filter(name)
    return spec.max_tools(_options(spec, budget), catalogue, annotations)


def prepare_task(task: Task, tool_filter: str) -> Task:
    """Return a task as an episode with a filter plays it: some choose from all servers of the pool."""
    if not load_filter(tool_filter).offers_pool:
        return task
    return task.with_play(replace(task.play, with_pool=True))


class OrderedFilter:
    """Another filter's choice, put in order."""

    def __init__(self, inner: ToolFilter, order: str, seed: int, extension: Extension | None = None) -> None:
        self.inner = inner
        self._order = order
        self._seed = seed
        self._extension = extension

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the inner filter's tools in order. Raises UsageError when a plugin's filter fails."""
        needed = needed_tools(request.annotated, request.servers, catalogue)
        tools = self.inner.choose(catalogue, replace(request, annotated=needed))
        if self._extension and any(tool not in catalogue for tool in tools):
            raise UsageError(
                f"{self._extension.title}: choose returned {tools!r:.300}",
                hint="return a list of tools of the catalogue: see docs/tool_filters.md",
            )
        return sorted(tools, key=self._key)

    def _key(self, tool: Tool) -> str:
        if self._order == "lexicographic":
            return tool.name
        return hashlib.sha256(f"{self._seed}/{tool.name}".encode()).hexdigest()


def _options(spec: FilterSpec, budget: str, embeddings: str = "", seed: int = 0) -> FilterOptions:
    return FilterOptions(parse_budget(budget) if budget else spec.default_budget, embeddings, seed)


def _with(attribute: str) -> str:
    """Names of testbed's own filters for which a property holds, for a hint."""
    return ", ".join(
        name for name in sorted(TOOL_FILTERS.own_names()) if getattr(load_filter(name), attribute)
    )
