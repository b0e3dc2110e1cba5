"""What the judges' verdicts make of an episode's."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.texts import encodable
from controller.judges.records import Judging
from controller.records.verdicts import ClaimRecord, EpisodeVerdict
from testbed.command import command


def verdict_of(judging: Judging, before: float) -> EpisodeVerdict:
    """Return what judges make of an episode's score."""
    score = judging.score_after(before)
    models = dict.fromkeys(verdict.model for verdict in judging.verdicts)
    return EpisodeVerdict(
        title=" and ".join(f"the judge {model}" for model in models),
        score=score,
        problem=judging.undecided if score is None else "",
        hint=f"`{command('judge RUN')}` asks the judges again" if score is None else "",
        claims=tuple(_claims(judging)),
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
