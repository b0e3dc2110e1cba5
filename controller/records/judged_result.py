"""Results of episodes with the verdicts of judges beside those of checkers."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.texts import encodable
from controller.records.judging import Judging
from controller.records.run_info import ClaimRecord, EpisodeResult, Recheck, failure_of
from testbed.command import command
from testbed.errors import JudgeError

JUDGE_ERROR = JudgeError.__name__


def was_played(result: EpisodeResult) -> bool:
    """Whether an episode came to its end, so that judges can say something of it."""
    ended = result.status in ("completed", "out_of_steps")
    return ended or (result.error is not None and result.error.type == JUDGE_ERROR)


def with_judging(result: EpisodeResult, judging: Judging) -> EpisodeResult:
    """Return a result with the score and the claims of the judges beside those of the checker.

    Without a score, since a judge gave no verdict, the episode counts as one whose verdict is missing for a failure of
    the infrastructure.
    """
    error = None
    if judging.problem:
        hint = f"`{command('judge RUN')}` asks the judges again"
        error = failure_of(JudgeError(judging.problem, hint=hint))
    ended = "completed" if result.termination else "out_of_steps"
    return result.model_copy(
        update={
            "score": judging.score,
            "claims": (*checker_claims(result), *judge_claims(judging)),
            "status": "infra_error" if error else ended,
            "error": error,
            "judging": judging,
        }
    )


def later_verdict(verdict: EpisodeResult | Recheck, judging: Judging, was: float | None) -> Recheck | None:
    """Return the later verdict on an episode that has new verdicts of judges.

    Args:
        verdict: The verdict so far, whose part by the checker stays.
        judging: The judges' verdicts.
        was: The score in `result.json`.

    Returns:
        The verdict; None if there is no score, since a judge gave none.
    """
    if judging.score is None:
        return None
    return Recheck(
        score=judging.score,
        was=was,
        claims=(*checker_claims(verdict), *judge_claims(judging)),
        safety=verdict.safety,
        checker=verdict.checker if isinstance(verdict, Recheck) else "",
        created=judging.created,
        judging=judging,
    )


def checker_score(verdict: EpisodeResult | Recheck) -> float | None:
    """Return the score of the checker alone."""
    return verdict.score if verdict.judging is None else verdict.judging.checker


def checker_claims(verdict: EpisodeResult | Recheck) -> tuple[ClaimRecord, ...]:
    """Return the claims of the checker, without those of judges."""
    return tuple(claim for claim in verdict.claims if not claim.judge)


def judge_claims(judging: Judging) -> Iterator[ClaimRecord]:
    """Yield the claims of the judges that have a verdict; each says whose it is.

    Each key point is a claim. The verdict itself is one without weight where it follows from key points.
    """
    for verdict in judging.deciding:
        if verdict.passed is None:
            continue
        name = verdict.judge
        for point in verdict.points:
            yield ClaimRecord(
                text=encodable(f"judge {name}: {point.text}"), holds=point.met, judge=name, weight=1.0
            )
        yield ClaimRecord(
            text=f"judge {name}: the episode is a success",
            holds=verdict.passed,
            found=encodable(verdict.detail),
            judge=name,
            weight=0.0 if verdict.points else 1.0,
        )
