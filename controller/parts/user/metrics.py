"""Questions to the user."""

from __future__ import annotations

from collections.abc import Sequence

from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec


def _has_user(outcome: EpisodeOutcome) -> bool:
    return outcome.result is not None and "user" in outcome.result.parts


def _mean_questions(outcomes: Sequence[EpisodeOutcome]) -> float:
    asked: list[int] = [outcome.result.parts["user"] for outcome in outcomes if outcome.result]
    return sum(asked) / len(outcomes)


QUESTIONS = MetricSpec(
    key="questions",
    label="questions",
    definition="mean number of questions to the user, over the episodes of tasks with a user to ask",
    compute=_mean_questions,
    better="lower",
    over=_has_user,
    heading="asked",
    headline=False,
)
