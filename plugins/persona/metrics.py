"""MCP-Persona's scores, over episodes of tasks with checkpoints.

The paper's ablations pool all executed checks; its definition is the mean of tasks. Ours are means of tasks, and
`exec_acc_pooled` stands beside them. An episode without a verdict has credit 0 among the selected ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from plugins.persona.failures import FAILURES, JUDGED, UNDECIDED
from plugins.persona.record import ACC, FAILURE_JUDGE_NAME, JUDGE_NAME, PersonaRecord
from testbed.results import MetricSpec

DOMAIN = "personal"
"""The domain of tasks that have checkpoints even where no result says so."""
PASSING = 0.8
"""SR-0.8: a task counts whose Acc is greater."""


def _record(outcome: Any) -> PersonaRecord | None:
    return outcome.result.parts.get("persona") if outcome.result else None


def _has_checkpoints(outcome: Any) -> bool:
    record = _record(outcome)
    return bool(record.checkpoints) if record else outcome.domain == DOMAIN


def _credits(outcome: Any, *, executed: bool = False) -> list[float]:
    record = _record(outcome)
    if record is None:
        return []
    return [item.credit for item in record.checkpoints if not (executed and item.kind == "other")]


def _acc(outcome: Any, *, executed: bool = False) -> float:
    credits = _credits(outcome, executed=executed)
    return fmean(credits) if credits else 0.0


def _pooled(outcomes: Sequence[Any]) -> float | None:
    credits = [credit for outcome in outcomes for credit in _credits(outcome, executed=True)]
    return fmean(credits) if credits else None


def _number(outcomes: Sequence[Any]) -> float:
    return float(sum(len(_credits(outcome, executed=True)) for outcome in outcomes))


def _collateral(outcomes: Sequence[Any]) -> float | None:
    records = [record for outcome in outcomes if (record := _record(outcome))]
    return fmean(record.collateral for record in records) if records else None


def _failed_by(failure: str, outcomes: Sequence[Any]) -> float | None:
    failures = [item for outcome in outcomes if (item := _failure(outcome))]
    return fmean(item == failure for item in failures) if failures else None


def _failed_by_judge(failure: str, outcomes: Sequence[Any]) -> float | None:
    is_judged = any(_judged_failure(outcome) for outcome in outcomes)
    return _failed_by(failure, outcomes) if is_judged else None


def _failure(outcome: Any) -> str:
    """Why an episode failed: by rule, or what the judge says where none decides; "" if it did not."""
    record = _record(outcome)
    failure = record.failure if record else ""
    return _judged_failure(outcome) or failure if failure == UNDECIDED else failure


def _judged_failure(outcome: Any) -> str:
    judging = outcome.result.parts.get("judges") if outcome.result else None
    verdicts = judging.verdicts if judging else ()
    found = (item.error_class for item in verdicts if item.judge == FAILURE_JUDGE_NAME and item.error_class)
    return next(found, "")


def _judged(outcomes: Sequence[Any]) -> float | None:
    """The mean over the episodes that the judge has given a verdict."""
    means = [
        verdict.scores[ACC]
        for outcome in outcomes
        if _record(outcome) and (judging := outcome.result.parts.get("judges"))
        for verdict in judging.verdicts
        if verdict.judge == JUDGE_NAME and ACC in verdict.scores
    ]
    return fmean(means) if means else None


def _explored(outcomes: Sequence[Any]) -> float | None:
    shares = [
        record.explored
        for outcome in outcomes
        if (record := _record(outcome)) and record.explored is not None
    ]
    return fmean(shares) if shares else None


def _spec(
    key: str, label: str, definition: str, compute: Callable[[Sequence[Any]], float | None], **given: Any
) -> MetricSpec:
    return MetricSpec(
        key=key,
        label=label,
        definition=definition,
        compute=compute,
        over=_has_checkpoints,
        sparse=True,
        headline=False,
        **{"better": "higher", "unit": "%", **given},
    )


METRICS = (
    _spec(
        "acc",
        "Acc",
        "mean over tasks of the mean credit (0, 0.5, 1) of their checkpoints",
        lambda outcomes: fmean(map(_acc, outcomes)),
        heading="checkpoints %",
    ),
    _spec(
        "sr_08",
        "SR-0.8",
        "share of tasks whose Acc is greater than 0.8",
        lambda outcomes: fmean(_acc(outcome) > PASSING for outcome in outcomes),
    ),
    _spec(
        "exec_acc",
        "Exec-Acc",
        "mean over tasks of the mean credit of checkpoints that are searches or operations",
        lambda outcomes: fmean(_acc(outcome, executed=True) for outcome in outcomes),
    ),
    _spec(
        "exec_acc_pooled",
        "Exec-Acc, pooled",
        "mean credit of all such checkpoints together",
        _pooled,
    ),
    _spec(
        "executed_checks",
        "executed checks",
        "number of such checkpoints that were judged",
        _number,
        unit="",
        decimals=0,
    ),
    _spec(
        "collateral",
        "collateral",
        "share of episodes in which a record changed that the task does not ask for",
        _collateral,
        better="lower",
    ),
    *(
        _spec(
            f"{failure}_failures",
            failure.replace("_", " "),
            f"share of the failed episodes in which {what}",
            partial(_failed_by, failure),
            better="lower",
        )
        for failure, what in FAILURES.items()
    ),
    *(
        _spec(
            f"{failure}_failures",
            failure.replace("_", " "),
            f"share of the failed episodes in which {what}",
            partial(_failed_by_judge, failure),
            better="lower",
        )
        for failure, what in JUDGED.items()
    ),
    _spec(
        "judged_acc",
        "Acc, judged",
        "mean over tasks of the mean credit that the judge checkpoints gives their checkpoints",
        _judged,
    ),
    _spec(
        "explored",
        "explored",
        "share of the records to look up that were shown to the agent before its first change, mean of episodes",
        _explored,
    ),
)
