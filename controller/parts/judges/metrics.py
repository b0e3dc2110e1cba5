"""Metrics of judges played by a model (MCP-Bench)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from controller.judges.records import Judging
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec


def _judging(outcome: EpisodeOutcome) -> Judging | None:
    return outcome.result.parts.get("judges") if outcome.result else None


def _judged(outcome: EpisodeOutcome) -> bool:
    return _judging(outcome) is not None


def _vote_pairs(outcome: EpisodeOutcome) -> tuple[int, int]:
    """How many pairs of votes agree about success, and how many pairs there are."""
    agreeing = pairs = 0
    judging = _judging(outcome)
    for verdict in judging.deciding if judging else ():
        number = len(verdict.valid)
        success = sum(vote.passed is True for vote in verdict.valid)
        agreeing += math.comb(success, 2) + math.comb(number - success, 2)
        pairs += math.comb(number, 2)
    return agreeing, pairs


def _agreement(outcomes: Sequence[EpisodeOutcome]) -> float:
    counts = [_vote_pairs(outcome) for outcome in outcomes]
    return sum(agreeing for agreeing, _ in counts) / sum(pairs for _, pairs in counts)


def _without_verdict(outcomes: Sequence[EpisodeOutcome]) -> float:
    missing = sum(not judging.decided for outcome in outcomes if (judging := _judging(outcome)))
    return missing / len(outcomes)


def _scores(outcome: EpisodeOutcome, group: str) -> list[float]:
    judging = _judging(outcome)
    return [item.scores[group] for item in judging.verdicts if group in item.scores] if judging else []


def _has_score(group: str) -> Callable[[EpisodeOutcome], bool]:
    return lambda outcome: bool(_scores(outcome, group))


def _mean_score(group: str) -> Callable[[Sequence[EpisodeOutcome]], float]:
    def mean(outcomes: Sequence[EpisodeOutcome]) -> float:
        scores = [score for outcome in outcomes for score in _scores(outcome, group)]
        return math.fsum(scores) / len(scores)

    return mean


def _mean_tokens(outcomes: Sequence[EpisodeOutcome]) -> float:
    used = [judging.usage for outcome in outcomes if (judging := _judging(outcome))]
    return sum(item.input_tokens + item.output_tokens for item in used) / len(used)


def _mean_cost(outcomes: Sequence[EpisodeOutcome]) -> float | None:
    costs = [judging.usage.cost for outcome in outcomes if (judging := _judging(outcome))]
    known = [cost for cost in costs if cost is not None]
    return math.fsum(known) / len(costs) if len(known) == len(costs) else None


def _rubric(group: str, key: str, label: str, what: str) -> MetricSpec:
    return MetricSpec(
        key=key,
        label=label,
        definition=f"mean score of the rubric for {what}, over the episodes that it grades",
        compute=_mean_score(group),
        better="higher",
        unit="%",
        over=_has_score(group),
        headline=False,
        sparse=True,
    )


RUBRIC = _rubric("overall", "rubric", "rubric", "all three groups of criteria")
RUBRIC_COMPLETION = _rubric(
    "completion", "rubric_completion", "completion", "task fulfilment and information grounding"
)
RUBRIC_TOOL_USE = _rubric(
    "tool_use", "rubric_tool_use", "tool use", "tool appropriateness and parameter accuracy"
)
RUBRIC_PLANNING = _rubric(
    "planning", "rubric_planning", "planning", "dependency awareness, and parallelism and efficiency"
)
JUDGE_AGREEMENT = MetricSpec(
    key="judge_agreement",
    label="votes agree",
    definition="share of pairs of a judge's votes on one episode that agree, with --judge-votes 3 or more",
    compute=_agreement,
    better="higher",
    unit="%",
    over=lambda outcome: _vote_pairs(outcome)[1] > 0,
    headline=False,
    sparse=True,
)
JUDGE_MISSING = MetricSpec(
    key="judge_missing",
    label="no verdict",
    definition="share of the judged episodes on which a judge gave no verdict",
    compute=_without_verdict,
    better="lower",
    unit="%",
    over=_judged,
    headline=False,
    sparse=True,
)
JUDGE_TOKENS = MetricSpec(
    key="judge_tokens",
    label="judge's tokens",
    definition="mean tokens of the judges' model for an episode that they judged, apart from the agent's",
    compute=_mean_tokens,
    better="lower",
    over=_judged,
    decimals=0,
    headline=False,
    sparse=True,
)
JUDGE_COST = MetricSpec(
    key="judge_cost",
    label="judge's $",
    definition="mean dollars of the judges' model for an episode that they judged, at list prices, apart from the "
    "agent's",
    compute=_mean_cost,
    better="lower",
    over=_judged,
    decimals=4,
    headline=False,
    sparse=True,
)
METRICS = (
    RUBRIC,
    RUBRIC_COMPLETION,
    RUBRIC_TOOL_USE,
    RUBRIC_PLANNING,
    JUDGE_AGREEMENT,
    JUDGE_MISSING,
    JUDGE_TOKENS,
    JUDGE_COST,
)
