"""The content of `summary.json`: every metric of every group of episodes, over both denominators."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from controller.metrics.aggregate_stats import aggregate_stats
from controller.metrics.durations import mean_durations
from controller.metrics.episode_stats import EpisodeStats
from controller.metrics.outcomes import (
    EpisodeOutcome,
    Key,
    episodes_without_verdict,
    evaluator_errors,
    outcomes_of,
)
from controller.metrics.provenance import Provenance, provenance_of
from controller.metrics.registry import all_metrics, measure
from controller.metrics.statistics import spread
from controller.records.part_records import totals_of_parts
from controller.records.run_info import STATUSES, EpisodeResult, Failure, RunInfo
from controller.records.spending import Spending
from controller.tasks.domains import domain_order

_COUNTS = (
    "input_tokens",
    "output_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "calls",
    "retries",
    "request_bytes",
)


def summarize(
    info: RunInfo,
    results: Mapping[Key, EpisodeResult],
    stats: Mapping[Key, EpisodeStats] | None = None,
    provenance: Provenance | None = None,
    error: Failure | None = None,
) -> dict[str, Any]:
    """Summarize a run.

    Args:
        info: What was run.
        results: The results there are.
        stats: What the agent did in each episode; without it nothing is known of that.
        provenance: Where the numbers come from; by default, as in the results.
        error: Why the run was aborted; None if it was not.

    Returns:
        The content of `summary.json`: metrics of all episodes and of each group, counts by status, usage.
    """
    outcomes = outcomes_of(info, results, stats)
    counts = Counter(outcome.status for outcome in outcomes)
    stats = stats or {}
    provenance = provenance or provenance_of(info, results.values())

    def group(members: Sequence[EpisodeOutcome]) -> dict[str, Any]:
        keys = ((outcome.task, outcome.epoch) for outcome in members)
        return {
            **_both_denominators(members),
            "behavior": asdict(aggregate_stats([stats[key] for key in keys if key in stats])),
            **mean_durations(item.result for item in members if item.result),
        }

    def groups_by(
        value: Callable[[EpisodeOutcome], Any], order: Callable[[Any], Any] | None = None
    ) -> dict[str, Any]:
        values = sorted({known for known in map(value, outcomes) if known is not None}, key=order)
        return {
            str(common): group([outcome for outcome in outcomes if value(outcome) == common])
            for common in values
        }

    return {
        "tasks": len(info.tasks),
        "epochs": info.options.epochs,
        "variants": list(info.variants),
        "screen": info.options.screen_text,
        "status": {status: counts.get(status, 0) for status in STATUSES},
        "without_verdict": {
            str(epoch): number for epoch, number in episodes_without_verdict(outcomes).items()
        },
        "evaluator_errors": evaluator_errors(results.values()),
        "overall": group(outcomes),
        "tool_beneficial": group([outcome for outcome in outcomes if outcome.tool_beneficial]),
        "non_tool_beneficial": group([outcome for outcome in outcomes if not outcome.tool_beneficial]),
        "by_domain": groups_by(lambda outcome: outcome.domain, domain_order),
        "by_tools": groups_by(lambda outcome: outcome.annotated),
        **_usage(results.values(), replayed=bool(info.options.replay)),
        "provenance": provenance.as_data(),
        "tags": info.tags,
        "note": info.note,
        "error": error.model_dump() if error else None,
    }


def _usage(results: Iterable[EpisodeResult], *, replayed: bool) -> dict[str, Any]:
    """Requests to model APIs, tokens and cost, failed attempts of episodes with a result included.

    `cost` is None if that of any attempt is. `spent` leaves out what no vendor is paid for: the responses of a
    mock model, and the recorded ones of a replay.
    """
    results = list(results)
    attempts: list[Spending] = [used for result in results for used in result.usages]
    costs = [item.cost for item in attempts]
    leniencies = Counter[str]()
    for result in results:
        leniencies.update(result.usage.leniencies)
    substitutions = Counter(pair for item in attempts for pair in item.substitutions)
    paid = [item.cost for item in attempts if not (replayed or item.mock)]
    return {
        **{name: sum(getattr(item, name) for item in attempts) for name in _COUNTS},
        "cost": _sum(costs),
        "spent": _sum(paid),
        "models": sorted({model for result in results for model in result.usage.models}),
        "leniencies": dict(sorted(leniencies.items())),
        "parts": totals_of_parts(result.parts for result in results),
        "substitutions": [[*pair, number] for pair, number in sorted(substitutions.items())],
    }


def _sum(costs: Sequence[float | None]) -> float | None:
    """The sum; None if one is unknown."""
    return None if None in costs else math.fsum(cost for cost in costs if cost is not None)


def _both_denominators(outcomes: Sequence[EpisodeOutcome]) -> dict[str, Any]:
    ran = [outcome for outcome in outcomes if outcome.ran]
    cut_short = {outcome.epoch for outcome in outcomes if outcome.status == "cancelled"}
    return {"selected": _with_epochs(outcomes, cut_short), "ran": _with_epochs(ran, cut_short)}


def _with_epochs(outcomes: Sequence[EpisodeOutcome], cut_short: Container[int]) -> dict[str, Any]:
    """The metrics over all outcomes, and their spread over the epochs that were run to the end."""
    epochs = [measure(part) for number, part in _by_epoch(outcomes) if number not in cut_short]
    over_epochs: dict[str, Any] = {}
    for spec in all_metrics():
        values = [value for epoch in epochs if (value := epoch[spec.key]) is not None]
        spread_of_values = spread(values)
        over_epochs[spec.key] = asdict(spread_of_values) if spread_of_values else None
    return {"episodes": len(outcomes), **measure(outcomes), "over_epochs": over_epochs}


def _by_epoch(outcomes: Sequence[EpisodeOutcome]) -> list[tuple[int, list[EpisodeOutcome]]]:
    numbers = sorted({outcome.epoch for outcome in outcomes})
    return [(number, [outcome for outcome in outcomes if outcome.epoch == number]) for number in numbers]
