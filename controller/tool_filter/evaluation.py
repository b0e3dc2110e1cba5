"""Evaluates tool filters: recall, reciprocal rank, tokens and time over cases."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from controller.core.guest import Tool
from controller.tool_filter.base import Ranking, ToolFilter
from controller.tool_filter.budget import token_count
from controller.tool_filter.builtin.bm25 import Bm25Filter
from controller.tool_filter.cases import FilterCase


@dataclass(frozen=True, slots=True)
class MissedTool:
    """A case of which a filter does not show all needed tools; `missing` has the alternatives of each missing need."""

    instruction: str
    application: str
    missing: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class FilterScores:
    """Means over cases.

    Attributes:
        cases: Number of cases.
        recall: Fraction of the needs that the shown tools meet.
        recall_at: The same for the first k tools, by k.
        mrr: Mean reciprocal rank of the first needed tool; 0 when none is shown.
        tools: Number of tools shown.
        tokens: Tokens of the shown tools' definitions.
        share: `tokens` as a fraction of all tools' tokens.
        ms_median: Median time of a choice for a new instruction, in milliseconds.
        ms_most: The longest time.
        misses: The cases of which a needed tool is not shown.
    """

    cases: int
    recall: float
    recall_at: dict[int, float]
    mrr: float
    tools: float
    tokens: float
    share: float
    ms_median: float
    ms_most: float
    misses: tuple[MissedTool, ...]


def evaluate(
    tool_filter: ToolFilter, catalogue: Sequence[Tool], cases: Sequence[FilterCase], at: Sequence[int]
) -> FilterScores:
    """Evaluate a filter.

    Args:
        tool_filter: The filter. One that does not rank is ranked by plain BM25 among the tools it shows.
        catalogue: All tools.
        cases: At least one case.
        at: The values of k for `recall_at`.
    """
    bm25 = Bm25Filter()
    ranking: Ranking = tool_filter if isinstance(tool_filter, Ranking) else bm25
    cost = {tool.name: token_count(tool) for tool in catalogue}
    tool_filter.choose(catalogue, cases[0].request)  # indexes are built once a run, not once a step
    shown_costs, counts, milliseconds, misses = [], [], [], []
    recalls: list[float] = []
    ranks: list[list[float]] = []
    for case in cases:
        started = time.perf_counter()
        shown = {tool.name for tool in tool_filter.choose(catalogue, case.request)}
        milliseconds.append((time.perf_counter() - started) * 1000)
        counts.append(len(shown))
        shown_costs.append(sum(cost[name] for name in shown))
        missing = tuple(tuple(sorted(need)) for need in case.needs if not need & shown)
        recalls.append(1 - len(missing) / len(case.needs))
        if missing:
            misses.append(MissedTool(case.request.instruction, case.request.active_app, missing))
        ranked = [tool.name for tool in ranking.rank(catalogue, case.request)]
        if ranking is bm25:
            ranked = [name for name in ranked if name in shown]
        ranks.append([_rank(need, ranked) for need in case.needs])
    return FilterScores(
        cases=len(cases),
        recall=statistics.fmean(recalls),
        recall_at={k: statistics.fmean(_within(k, case_ranks) for case_ranks in ranks) for k in at},
        mrr=statistics.fmean(1 / min(case_ranks) for case_ranks in ranks),
        tools=statistics.fmean(counts),
        tokens=statistics.fmean(shown_costs),
        share=statistics.fmean(shown_costs) / sum(cost.values()),
        ms_median=statistics.median(milliseconds),
        ms_most=max(milliseconds),
        misses=tuple(misses),
    )


def _within(k: int, ranks: Sequence[float]) -> float:
    return sum(rank <= k for rank in ranks) / len(ranks)


def _rank(need: frozenset[str], ranked: Sequence[str]) -> float:
    """The rank, from 1, of the first of these tools; infinite if there is none."""
    return next((rank for rank, name in enumerate(ranked, start=1) if name in need), math.inf)
