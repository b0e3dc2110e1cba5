"""What a tool filter declares (`FilterSpec`), is given (`FilterRequest`) and does (`ToolFilter`).

A module of `controller/tool_filter/builtin`, or an entry point of the group `testbed.tool_filters` in another
distribution, has `FILTER = FilterSpec(...)`, and nothing else lists the filter's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from controller.core.guest import Tool
from controller.core.windows import Window
from controller.tool_filter.budget import ToolBudget

DEFAULT_FILTER = "rag"
"""The filter of a run that names none, unless its agent declares another."""
EVERY_TOOL = "all"
"""The filter that shows every tool."""
NO_TOOL = "none"
"""The filter that shows none."""


@dataclass(frozen=True, slots=True)
class FilterRequest:
    """What is known when tools are chosen.

    Attributes:
        instruction: The task's instruction.
        active_app: The application whose window has the keyboard focus, "" for none.
        open_apps: The applications that have a window.
        titles: Application and title of each window.
        used: Names of the tools called so far.
        annotated: Names of the tools in the task's annotation, for filters such as `oracle`. Where its source annotates
            none, a filter is given those of all tools of the task's servers.
        servers: The servers that the task needs.
    """

    instruction: str
    active_app: str = ""
    open_apps: frozenset[str] = frozenset()
    titles: tuple[tuple[str, str], ...] = ()
    used: tuple[str, ...] = ()
    annotated: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()


def make_request(
    instruction: str,
    windows: Sequence[Window],
    used: Sequence[str],
    annotated: Sequence[str] = (),
    servers: Sequence[str] = (),
) -> FilterRequest:
    """Return the request for a screen with these windows."""
    return FilterRequest(
        instruction=instruction,
        active_app=next((window.app for window in windows if window.active), ""),
        open_apps=frozenset(window.app for window in windows),
        titles=tuple((window.app, window.title) for window in windows),
        used=tuple(used),
        annotated=tuple(annotated),
        servers=tuple(servers),
    )


@runtime_checkable
class ToolFilter(Protocol):
    """Chooses which tools the agent is shown.

    Example:
        A filter that shows the first ten tools of the active application:

            from testbed.guests import FilterSpec

            class TenOfActive:
                def choose(self, catalogue, request):
                    tools = [tool for tool in catalogue if tool.app == request.active_app]
                    return tools[:10]

            FILTER = FilterSpec(
                create=lambda options: TenOfActive(),
                max_tools=lambda options, catalogue, annotations: 10,
            )
    """

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Choose the tools to show, before each step.

        Args:
            catalogue: The guest's tools, without `computer.*`.
            request: The task and the state of the screen.

        Returns:
            Tools of the catalogue, in any order (`--tool-order` decides). Equal arguments give an equal result.

        Raises:
            UsageError: The filter cannot choose; it stops the run.
        """
        ...


@runtime_checkable
class Ranking(Protocol):
    """A filter that ranks tools, for `testbed tools eval`."""

    def rank(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        """Return the whole catalogue, the likeliest tool first."""
        ...


@runtime_checkable
class Retriever(Protocol):
    """A filter with a search of its own, for the tool `route`."""

    def search(self, catalogue: Sequence[Tool], query: str) -> list[Tool]:
        """Return the tools that match a query, the best first."""
        ...


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """The options of a filter.

    Attributes:
        budget: `--tool-budget`.
        embeddings: `--embeddings`: a model's name or folder, "" for none.
        seed: The episode's seed, for filters that draw at random.
        argument: What follows the filter's name and a colon, "" for nothing.
    """

    budget: ToolBudget = field(default_factory=ToolBudget)
    embeddings: str = ""
    seed: int = 0
    argument: str = ""


def unknown_count(_options: FilterOptions, _catalogue: Sequence[Tool], _annotations: Annotations) -> int:
    """`FilterSpec.max_tools` of a filter whose number of tools is not known in advance."""
    return 0


Annotations = Sequence[Sequence[str]]
"""Names of annotated tools, one sequence for each task of a run."""


@dataclass(frozen=True, slots=True)
class FilterSpec:
    """The declaration of a tool filter.

    Attributes:
        create: Returns the filter for one episode. Raises UsageError when it cannot work with these options.
        summary: What the filter shows, in one line.
        max_tools: Returns how many tools of the catalogue the filter shows at once at most, 0 when unknown, given the
            annotations of the tasks to run.
        takes_budget: Whether it takes `--tool-budget`.
        takes_embeddings: Whether it takes `--embeddings`.
        shows_tools: Whether it shows any tool.
        needs_annotation: Whether it shows the tools of a task's annotation.
        needs_instruction: Whether it shows nothing useful without an instruction.
        model_searches: Whether the model's own queries decide which tools it gets to see.
        defers_tools: Whether the tools are deferred to the model vendor's search (`AgentOptions.defer_tools`).
        argument: What may follow the filter's name and a colon, such as "N"; "" if nothing may.
        default_budget: The budget without `--tool-budget`.
        offers_pool: Whether guests of tasks with servers offer all servers of the pool, for the filter to choose from.
        evaluated_as: Returns the filter that `testbed tools eval` evaluates in place of one whose model searches;
            None if it cannot be evaluated.
    """

    create: Callable[[FilterOptions], ToolFilter]
    summary: str | None = None
    max_tools: Callable[[FilterOptions, Sequence[Tool], Annotations], int] = unknown_count
    takes_budget: bool = False
    takes_embeddings: bool = False
    shows_tools: bool = True
    needs_annotation: bool = False
    needs_instruction: bool = False
    model_searches: bool = False
    defers_tools: bool = False
    argument: str = ""
    default_budget: ToolBudget = field(default_factory=ToolBudget)
    offers_pool: bool = False
    evaluated_as: Callable[[FilterOptions], ToolFilter] | None = None
