"""The result of an attempt, from what the environment counted."""

from __future__ import annotations

from typing import Any

from controller.core.texts import encodable
from controller.episode.bounds import EpisodeProgress
from controller.records.run_info import ClaimRecord, EpisodeResult, Status


def make_result(*, status: Status, progress: EpisodeProgress, **known: Any) -> EpisodeResult:
    """Return the result of an attempt, without the usage of models.

    Args:
        status: How the attempt ended.
        progress: Its counters and its verdict.
        known: All further fields of the result.
    """
    judgement, termination = progress.judgement, progress.termination
    score, safety = (judgement.score, judgement.safety) if judgement else (None, None)
    return EpisodeResult(
        status=status,
        score=float(score.value)
        if score
        else 0.0
        if status in ("agent_error", "agent_broke_guest")
        else None,
        steps=progress.steps,
        tool_calls=progress.tool_calls,
        gui_actions=progress.gui_actions,
        termination=termination.status if termination else None,
        answer=termination.answer if termination else "",
        claims=ClaimRecord.all_of(score, judgement.weights if judgement else {}),
        safety=ClaimRecord.all_of(safety),
        truth=encodable(judgement.truth) if judgement else "",
        leniencies=dict(progress.leniencies),
        folds=dict(progress.folds),
        parts=dict(progress.parts),
        models=tuple(progress.models),
        **known,
    )
