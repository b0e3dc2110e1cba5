"""Episodes as metrics see them.

A task succeeds when its score is 1. An episode without a verdict, because the infrastructure failed, the run was
cancelled, or the task cannot run on this host, scores 0 and is marked as not run, so that metrics are given over both
denominators: all selected episodes, and those that ran. docs/metrics.md has the definitions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from controller.core.texts import first_line
from controller.metrics.episode_stats import EpisodeStats
from controller.records.run_info import EpisodeResult, RunInfo, Status, TaskEntry
from controller.tasks.task import EVALUATOR_ERROR
from controller.tasks.task_info import Level

Key = tuple[str, int]
"""An episode: its task's id and its epoch, from 1."""


@dataclass(frozen=True, slots=True)
class EpisodeOutcome:
    """How an episode ended.

    Attributes:
        task: The task's id.
        epoch: From 1.
        domain: The task's domain.
        tool_beneficial: Whether tools help: the task's author annotated some, or its source's list names it.
        status: How the episode ended; "cancelled" without a result.
        score: The checker's score, 0 to 1; 0 without a verdict.
        steps: Steps taken; refused and denied actions are steps, too.
        tool_calls: Executed tool calls; a denied one is none, and `stats` leaves it out as well.
        annotated: How many tools are annotated; None if not recorded.
        claims_held: Share of the checker's claims that are met.
        variant: The variant that was played; None of a task without variants.
        result: The whole record, with times, tokens and cost; None without one.
        level: The task's level; None if its author gave none.
        has_tools: Whether the agent could call tools; false in a run of GUI actions alone.
        needed: The annotated tools; empty if not recorded.
        stats: What the agent did, counted over the episode's events; None where these were not read.
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
    result: EpisodeResult | None = None
    has_tools: bool = True
    variant: int | None = None
    level: Level | None = None
    stats: EpisodeStats | None = None
    needed: tuple[str, ...] = ()

    @property
    def ran(self) -> bool:
        """Whether it ended neither in an infrastructure error nor cancelled, and was not skipped."""
        return self.status not in ("infra_error", "cancelled", "skipped")

    @property
    def succeeded(self) -> bool:
        """Whether the score is 1."""
        return self.score == 1.0


def outcomes_of(
    info: RunInfo, results: Mapping[Key, EpisodeResult], stats: Mapping[Key, EpisodeStats] | None = None
) -> list[EpisodeOutcome]:
    """One outcome for every selected episode; one without a result counts as cancelled."""
    has_tools = info.options.actions != "gui"
    return [
        outcome_of(
            task,
            epoch,
            results.get((task.id, epoch)),
            has_tools=has_tools,
            variant=task.variant_in(epoch, info.options),
            stats=(stats or {}).get((task.id, epoch)),
        )
        for epoch in range(1, info.options.epochs + 1)
        for task in info.tasks
    ]


def outcome_of(
    task: TaskEntry,
    epoch: int,
    result: EpisodeResult | None,
    *,
    has_tools: bool = True,
    variant: int | None = None,
    stats: EpisodeStats | None = None,
) -> EpisodeOutcome:
    """The outcome of one episode; cancelled without a result."""
    return EpisodeOutcome(
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
        result=result,
        has_tools=has_tools,
        variant=variant,
        level=task.level,
        stats=stats,
        needed=tuple(task.tools or ()),
    )


def claims_held(result: EpisodeResult) -> float:
    """The share of the checker's claims that are met, by weight.

    It is the score if there is no verdict or no claim with a weight.
    """
    total = math.fsum(claim.weight for claim in result.claims)
    if not total or result.score is None:
        return result.score or 0.0
    return math.fsum(claim.weight * claim.earned for claim in result.claims) / total


def mean_score(outcomes: Sequence[EpisodeOutcome]) -> float:
    """The mean score of at least one episode."""
    return math.fsum(outcome.score for outcome in outcomes) / len(outcomes)


def episodes_without_verdict(outcomes: Iterable[EpisodeOutcome]) -> dict[int, int]:
    """How many episodes have no verdict, by epoch; epochs that lack none are left out."""
    return dict(sorted(Counter(outcome.epoch for outcome in outcomes if not outcome.ran).items()))


def evaluator_errors(results: Iterable[EpisodeResult]) -> int:
    """How many episodes score 0 because an evaluator raised an error or returned no score."""
    return sum(bool(evaluator_error(result)) for result in results)


def evaluator_error(result: EpisodeResult) -> str:
    """The last line of the error of an evaluator that gave no score for an episode; "" if it gave one."""
    found = (claim.found for claim in result.claims if claim.text.startswith(f"{EVALUATOR_ERROR}:"))
    return next((first_line(text) or "no reason given" for text in found), "")
