"""The result of an attempt, from what the environment counted."""

from __future__ import annotations

from typing import Any

from controller.episode.bounds import EpisodeProgress
from controller.models.prices import Prices
from controller.models.usage_tracker import EpisodeUsage
from controller.records.run_info import Attempt, EpisodeResult, Failure, ModelUse, Status
from controller.records.spending import spending
from controller.records.verdicts import EpisodeVerdict


def make_result(*, status: Status, progress: EpisodeProgress, **known: Any) -> EpisodeResult:
    """Return the result of an attempt.

    Args:
        status: How the attempt ended.
        progress: Its counters and its verdict.
        known: All further fields of the result.
    """
    judgement, termination = progress.judgement, progress.termination
    verdicts: tuple[EpisodeVerdict, ...] = ()
    if judgement:
        verdicts = (EpisodeVerdict.of(judgement),)
    elif status in ("agent_error", "agent_broke_guest"):
        verdicts = (EpisodeVerdict(score=0.0),)
    return EpisodeResult(
        status=status,
        verdicts=verdicts,
        steps=progress.steps,
        tool_calls=progress.tool_calls,
        gui_actions=progress.gui_actions,
        termination=termination.status if termination else None,
        answer=termination.answer if termination else "",
        parts=dict(progress.parts),
        **known,
    )


def model_use(progress: EpisodeProgress, used: EpisodeUsage, prices: Prices, differences: int) -> ModelUse:
    """Return what an attempt used of models; `differences` are the requests of a replay that differ."""
    spent = spending(used, prices)
    models = dict.fromkeys((*progress.models, *spent["by_model"]))
    models.pop("", None)
    return ModelUse(
        **spent,
        models=tuple(models),
        leniencies=dict(progress.leniencies),
        folds=dict(progress.folds),
        differences=differences,
    )


def attempt_of(result: EpisodeResult) -> Attempt:
    """Return the attempt that a result, one of a failure, is about: the one after those it lists."""
    error = result.error or Failure(type="InfraError", message="the infrastructure failed")
    return Attempt(
        number=len(result.attempts) + 1,
        error=error,
        usage=result.usage,
        seconds=result.seconds,
        timings=result.timings,
    )
