"""How many tools are called, and how well: LiveMCPBench's efficiency, and MCP-Bench's three rates over calls.

Rates are those of MCP-Bench (arXiv 2508.20453): with E the calls of an episode, valid names |{tool in available}|/|E|,
schema compliance |{valid arguments}|/|{valid tool}|, success |{success}|/|E|; then the mean over the episodes that have
any. Searches with the router's `route` are not in E. LiveMCPBench's Tools (arXiv 2508.01780, table 3) are different
names, whichever their server: `distinct_tool_names`. Recounted over the release's 95 trajectories of Claude-Sonnet-4
they are 2.71, as printed; by server and name 2.74.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from controller.metrics.episode_stats import EpisodeStats
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec
from controller.tool_filter.builtin.router import ROUTE

Value = Callable[[EpisodeStats], float]


def _mean(value: Value) -> Callable[[Sequence[EpisodeOutcome]], float]:
    def mean(outcomes: Sequence[EpisodeOutcome]) -> float:
        values = [value(outcome.stats) for outcome in outcomes if outcome.stats]
        return math.fsum(values) / len(values)

    return mean


def _counted(outcome: EpisodeOutcome) -> bool:
    return outcome.stats is not None


def _routed(outcome: EpisodeOutcome) -> bool:
    return outcome.stats is not None and outcome.stats.routes is not None


def _called(outcome: EpisodeOutcome) -> bool:
    return outcome.stats is not None and outcome.stats.target_calls > 0


def _named(outcome: EpisodeOutcome) -> bool:
    return outcome.stats is not None and outcome.stats.valid_names is not None and _called(outcome)


def _with_valid_name(outcome: EpisodeOutcome) -> bool:
    stats = outcome.stats
    return stats is not None and bool(stats.valid_names) and stats.invalid is not None


def _distinct(stats: EpisodeStats) -> float:
    searched = stats.routes is not None and ROUTE.name in stats.tools
    return len(stats.tools) - searched


def _valid_names(stats: EpisodeStats) -> float:
    return (stats.valid_names or 0) / stats.target_calls


def _compliant(stats: EpisodeStats) -> float:
    valid = stats.valid_names or 0
    return max(0, valid - (stats.invalid or 0)) / valid


def _successful(stats: EpisodeStats) -> float:
    return max(0, stats.executed_calls - stats.failed + stats.failed_routes) / stats.target_calls


DISTINCT_TOOLS = MetricSpec(
    key="distinct_tools",
    label="distinct tools",
    definition="mean number of different tools that are called, by server and name, without the router's search",
    compute=_mean(_distinct),
    better="lower",
    over=_counted,
    heading="tools",
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
DISTINCT_NAMES = MetricSpec(
    key="distinct_tool_names",
    label="distinct tool names",
    definition="mean number of different names of the tools that are called, whichever their server, without the "
    "router's search",
    compute=_mean(lambda stats: len(stats.names)),
    better="lower",
    over=_counted,
    heading="names",
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
EXECUTE_CALLS = MetricSpec(
    key="execute_calls",
    label="execute calls",
    definition="mean number of executed tool calls, without the router's search",
    compute=_mean(lambda stats: stats.executed_calls),
    better="lower",
    over=_counted,
    heading="execute",
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
ROUTE_CALLS = MetricSpec(
    key="route_calls",
    label="route calls",
    definition="mean number of searches with the router, over the episodes with it",
    compute=_mean(lambda stats: stats.routes or 0),
    better="lower",
    over=_routed,
    heading="route",
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
VALID_NAMES = MetricSpec(
    key="valid_names",
    label="valid names",
    definition="mean share of an episode's tool calls that name a tool which was offered",
    compute=_mean(_valid_names),
    better="higher",
    unit="%",
    over=_named,
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
SCHEMA_COMPLIANCE = MetricSpec(
    key="schema_compliance",
    label="schema",
    definition="mean share of an episode's tool calls with a valid name whose arguments conform to the tool's schema",
    compute=_mean(_compliant),
    better="higher",
    unit="%",
    over=_with_valid_name,
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
CALL_SUCCESS = MetricSpec(
    key="call_success",
    label="call success",
    definition="mean share of an episode's tool calls that are executed without an error",
    compute=_mean(_successful),
    better="higher",
    unit="%",
    over=_called,
    headline=False,
    sparse=True,
    needs_tools=True,
    needs_events=True,
)
