"""What the judges' verdicts make of an episode's."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.texts import encodable
from controller.judges.records import Judging
from controller.records.judged_result import PartVerdict
from controller.records.run_info import ClaimRecord
from testbed.command import command
from testbed.errors import JudgeError


def verdict_of(judging: Judging) -> PartVerdict:
    """Return what judges make of an episode."""
    hint = f"`{command('judge RUN')}` asks the judges again"
    models = dict.fromkeys(verdict.model for verdict in judging.verdicts)
    return PartVerdict(
        before=judging.checker,
        score=judging.score,
        created=judging.created,
        claims=tuple(_claims(judging)),
        by=" and ".join(f"the judge {model}" for model in models),
        problem=JudgeError(judging.problem, hint=hint) if judging.problem else None,
        error_class=next((verdict.error_class for verdict in judging.verdicts if verdict.error_class), None),
    )


def _claims(judging: Judging) -> Iterator[ClaimRecord]:
    """The claims of the judges that have a verdict; each says whose it is.

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
