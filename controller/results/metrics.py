"""Accuracy, tool invocation rate and average completion steps: pure functions of episodes' outcomes.

The OSWorld-MCP paper, section 3.4. A task succeeds when its score is 1. Every number is given over two
denominators: all selected episodes, where one without a verdict scores 0; and those that ran, that is
neither failed for the infrastructure's sake nor were cancelled. docs/metrics.md has the definitions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from controller.records.run_info import STATUSES, EpisodeResult, RunInfo, Spending, Status, TaskEntry
from controller.results.episode_stats import EpisodeStats, aggregate_stats
from controller.tasks.domains import domain_order

Key = tuple[str, int]
"""An episode: its task's id and its epoch, from 1."""

_COUNTS = (
    "input_tokens",
    "output_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "calls",
    "retries",
    "request_bytes",
)
Z95 = 1.959963984540054
"""Half width of the normal distribution's middle 95%, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the metrics need of one episode.

    `tool_calls` are those executed; `annotated` is how many tools the task's author annotated, None when
    the records do not tell; `claims_held` is the share of the checker's claims that hold.
    """

    task: str
    epoch: int
    domain: str
    tool_beneficial: bool
    status: Status
    score: float
    steps: int
    tool_calls: int
    annotated: int | None = None
    claims_held: float = 0.0

    @property
    def ran(self) -> bool:
        return self.status not in ("infra_error", "cancelled")

    @property
    def succeeded(self) -> bool:
        return self.score == 1.0


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of some episodes; None where there are no episodes to divide by.

    `accuracy` is the mean score, `fractional` the mean share of the checkers' claims that hold, `acs` the
    mean number of steps, `tir` the share of episodes that succeed and, exactly when the task is
    tool-beneficial, do so with a tool call.
    """

    episodes: int
    accuracy: float | None
    fractional: float | None
    tir: float | None
    acs: float | None


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean over epochs, sample standard deviation, and the 95% normal interval of the mean.

    The last three are None for fewer than two epochs.
    """

    epochs: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """The metrics over all of `outcomes`."""
    number = len(outcomes)
    if not number:
        return Metrics(0, None, None, None, None)
    invoked = sum(item.succeeded and (item.tool_calls > 0) == item.tool_beneficial for item in outcomes)
    return Metrics(
        episodes=number,
        accuracy=math.fsum(item.score for item in outcomes) / number,
        fractional=math.fsum(item.claims_held for item in outcomes) / number,
        tir=invoked / number,
        acs=sum(item.steps for item in outcomes) / number,
    )


def spread(values: Sequence[float]) -> Spread | None:
    """Mean, sample standard deviation and interval of one value an epoch; None for no values."""
    number = len(values)
    if not number:
        return None
    mean = math.fsum(values) / number
    if number == 1:
        return Spread(1, mean, None, None, None)
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (number - 1))
    half = Z95 * sd / math.sqrt(number)
    return Spread(number, mean, sd, mean - half, mean + half)


def outcomes_of(info: RunInfo, results: Mapping[Key, EpisodeResult]) -> list[Outcome]:
    """One outcome for every selected episode; one without a result counts as cancelled."""
    return [
        _outcome(task, epoch, results.get((task.id, epoch)))
        for epoch in range(1, info.options.epochs + 1)
        for task in info.tasks
    ]


def _outcome(task: TaskEntry, epoch: int, result: EpisodeResult | None) -> Outcome:
    return Outcome(
        task=task.id,
        epoch=epoch,
        domain=task.domain,
        tool_beneficial=task.tool_beneficial,
        status=result.status if result else "cancelled",
        score=(result.score or 0.0) if result else 0.0,
        steps=result.steps if result else 0,
        tool_calls=result.tool_calls if result else 0,
        annotated=None if task.tools is None else len(task.tools),
        claims_held=claims_held(result) if result else 0.0,
    )


def claims_held(result: EpisodeResult) -> float:
    """The share of the checker's claims that hold; the score where it made none or there is no verdict."""
    if not result.claims or result.score is None:
        return result.score or 0.0
    return sum(claim.holds for claim in result.claims) / len(result.claims)


def incomplete(outcomes: Iterable[Outcome]) -> dict[int, int]:
    """How many episodes have no verdict, by epoch; epochs that lack none are left out."""
    return dict(sorted(Counter(item.epoch for item in outcomes if not item.ran).items()))


def summarize(
    info: RunInfo,
    results: Mapping[Key, EpisodeResult],
    conducts: Mapping[Key, EpisodeStats] | None = None,
) -> dict[str, Any]:
    """The content of `summary.json`: every group's metrics, by both denominators, and counts by status."""
    outcomes = outcomes_of(info, results)
    counts = Counter(outcome.status for outcome in outcomes)
    conducts = conducts or {}

    def group(members: Sequence[Outcome]) -> dict[str, Any]:
        found = [conducts[item.task, item.epoch] for item in members if (item.task, item.epoch) in conducts]
        return {**_group(members), "conduct": asdict(aggregate_stats(found))}

    def by(value: Callable[[Outcome], Any], order: Callable[[Any], Any] | None = None) -> dict[str, Any]:
        values = sorted({one for one in map(value, outcomes) if one is not None}, key=order)
        return {str(one): group([item for item in outcomes if value(item) == one]) for one in values}

    return {
        "tasks": len(info.tasks),
        "epochs": info.options.epochs,
        "status": {status: counts.get(status, 0) for status in STATUSES},
        "without_verdict": {str(epoch): number for epoch, number in incomplete(outcomes).items()},
        "overall": group(outcomes),
        "tool_beneficial": group([item for item in outcomes if item.tool_beneficial]),
        "non_tool_beneficial": group([item for item in outcomes if not item.tool_beneficial]),
        "by_domain": by(lambda item: item.domain, domain_order),
        "by_tools": by(lambda item: item.annotated),
        **_spending(results.values()),
    }


def _spending(results: Iterable[EpisodeResult]) -> dict[str, Any]:
    """What model APIs were asked for and cost, failed tries of episodes with a result included.

    `cost` is None when that of any try is.
    """
    results = list(results)
    tries: list[Spending] = [*results, *(attempt for result in results for attempt in result.attempts)]
    costs = [item.cost for item in tries]
    leniencies = Counter[str]()
    for result in results:
        leniencies.update(result.leniencies)
    substitutions = Counter(pair for item in tries for pair in item.substitutions)
    return {
        **{name: sum(getattr(item, name) for item in tries) for name in _COUNTS},
        "cost": None if None in costs else math.fsum(cost for cost in costs if cost is not None),
        "models": sorted({model for result in results for model in result.models}),
        "leniencies": dict(sorted(leniencies.items())),
        "substitutions": [[*pair, number] for pair, number in sorted(substitutions.items())],
    }


def _group(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    ran = [outcome for outcome in outcomes if outcome.ran]
    cut_short = {outcome.epoch for outcome in outcomes if outcome.status == "cancelled"}
    return {"selected": _with_epochs(outcomes, cut_short), "ran": _with_epochs(ran, cut_short)}


def _with_epochs(outcomes: Sequence[Outcome], cut_short: Container[int]) -> dict[str, Any]:
    """The metrics of all, and their spread over the epochs that were run to the end."""
    epochs = [measure(part) for number, part in _by_epoch(outcomes) if number not in cut_short]
    fields: tuple[tuple[str, Callable[[Metrics], float | None]], ...] = (
        ("accuracy", lambda metrics: metrics.accuracy),
        ("fractional", lambda metrics: metrics.fractional),
        ("tir", lambda metrics: metrics.tir),
        ("acs", lambda metrics: metrics.acs),
    )
    over_epochs = {name: spread(_numbers(map(value, epochs))) for name, value in fields}
    return {
        **asdict(measure(outcomes)),
        "over_epochs": {name: asdict(found) if found else None for name, found in over_epochs.items()},
    }


def _by_epoch(outcomes: Sequence[Outcome]) -> list[tuple[int, list[Outcome]]]:
    numbers = sorted({outcome.epoch for outcome in outcomes})
    return [(number, [outcome for outcome in outcomes if outcome.epoch == number]) for number in numbers]


def _numbers(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]
