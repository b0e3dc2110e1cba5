"""How good filters are: recall, reciprocal rank, tokens and time over cases."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from controller.core.guest import Tool
from controller.tool_filter.base import Ranking, ToolFilter
from controller.tool_filter.bm25 import PlainBm25
from controller.tool_filter.budget import tokens
from controller.tool_filter.cases import Case


@dataclass(frozen=True, slots=True)
class Miss:
    """A case of which a filter did not show all that is needed: what was left out, in alternatives."""

    instruction: str
    application: str
    missing: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over cases. `recall` is the part of the needed tools that is shown, `recall_at` that among the
    first k; `mrr` is 1 over the place of the first needed tool, 0 when it is not shown; `share` is the part
    of all tools' tokens that is shown. Times are those of a choice for a new instruction.
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
    misses: tuple[Miss, ...]


def evaluate(
    tool_filter: ToolFilter, catalogue: Sequence[Tool], cases: Sequence[Case], at: Sequence[int]
) -> Figures:
    """A filter's figures over at least one case.

    The order of a filter that does not rank is plain BM25's, among the tools it shows.
    """
    by_words = PlainBm25()
    ranking: Ranking = tool_filter if isinstance(tool_filter, Ranking) else by_words
    cost = {tool.name: tokens(tool) for tool in catalogue}
    tool_filter.choose(catalogue, cases[0].request)  # indexes are built once a run, not once a step
    shown_costs, counts, milliseconds, misses = [], [], [], []
    recalls: list[float] = []
    places: list[list[float]] = []
    for case in cases:
        started = time.perf_counter()
        shown = {tool.name for tool in tool_filter.choose(catalogue, case.request)}
        milliseconds.append((time.perf_counter() - started) * 1000)
        counts.append(len(shown))
        shown_costs.append(sum(cost[name] for name in shown))
        missing = tuple(tuple(sorted(need)) for need in case.needs if not need & shown)
        recalls.append(1 - len(missing) / len(case.needs))
        if missing:
            misses.append(Miss(case.request.instruction, case.request.active_app, missing))
        ranked = [tool.name for tool in ranking.rank(catalogue, case.request)]
        if ranking is by_words:
            ranked = [name for name in ranked if name in shown]
        places.append([_place(need, ranked) for need in case.needs])
    return Figures(
        cases=len(cases),
        recall=statistics.fmean(recalls),
        recall_at={
            k: statistics.fmean(sum(place <= k for place in found) / len(found) for found in places)
            for k in at
        },
        mrr=statistics.fmean(1 / min(found) for found in places),
        tools=statistics.fmean(counts),
        tokens=statistics.fmean(shown_costs),
        share=statistics.fmean(shown_costs) / sum(cost.values()),
        ms_median=statistics.median(milliseconds),
        ms_most=max(milliseconds),
        misses=tuple(misses),
    )


def _within(k: int, places: Sequence[float]) -> float:
    return sum(place <= k for place in places) / len(places)


def _place(need: frozenset[str], ranked: Sequence[str]) -> float:
    """The place, from 1, of the first of these tools; infinite for none."""
    return next((place for place, name in enumerate(ranked, start=1) if name in need), math.inf)
