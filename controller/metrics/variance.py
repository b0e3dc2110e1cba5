"""Where the spread of a run's scores comes from: the environment, the variants of tasks, and the model's sampling."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.statistics import Z80, Z95

MOST_VARIANCE = 0.25
"""The largest variance that scores from 0 to 1 can have."""


@dataclass(frozen=True, slots=True)
class ScoreVariance:
    """Variances of an episode's score around the mean of its task.

    They are those of a random-effects analysis of variance, pooled over tasks: variants within tasks, episodes within
    variants. None where no task has two episodes that differ in that alone.

    Attributes:
        environment: That of a reference solution that is played again: what guests, applications and checkers add.
        variant: That between the variants of a task.
        sampling: That between episodes of the same variant, less the environment's.
    """

    environment: float | None
    variant: float | None
    sampling: float | None

    @property
    def total(self) -> float | None:
        """The variance of an episode; None if none of the parts is known."""
        known = [part for part in (self.environment, self.variant, self.sampling) if part is not None]
        return math.fsum(known) if known else None


def split_variance(
    outcomes: Iterable[EpisodeOutcome], of_reference: Iterable[EpisodeOutcome] = ()
) -> ScoreVariance:
    """Split the spread of a run's scores.

    Args:
        outcomes: The run's episodes.
        of_reference: Those of a run of reference solutions (the agent oracle) over several epochs of the same variant.

    Returns:
        The parts. Without a reference run what the environment adds is unknown, and counts as sampling.
    """
    within, between = _within_and_between(_by_variant(outcomes))
    environment, _ = _within_and_between(_by_variant(of_reference))
    sampling = None if within is None else max(0.0, within - (environment or 0.0))
    return ScoreVariance(environment, between, sampling)


def smallest_difference(tasks: int, epochs: int, variance: float = MOST_VARIANCE) -> float:
    """Return the minimum detectable effect of two runs over the same tasks, with as many epochs each.

    It is the true difference of accuracy that they detect with a power of 80% at the 5% level, given the variance of an
    episode's score around the mean of its task; between tasks the difference is taken to be the same.
    """
    return (Z95 + Z80) * math.sqrt(2 * variance / (tasks * epochs))


Scores = Mapping[str, Mapping[int | None, Sequence[float]]]
"""Scores by task and variant."""


def _by_variant(outcomes: Iterable[EpisodeOutcome]) -> Scores:
    scores: dict[str, dict[int | None, list[float]]] = defaultdict(lambda: defaultdict(list))
    for outcome in outcomes:
        if outcome.ran:
            scores[outcome.task][outcome.variant].append(outcome.score)
    return scores


def _within_and_between(scores: Scores) -> tuple[float | None, float | None]:
    """The variance within variants, and that between variants of a task beyond what the former explains.

    The second is by the method of moments for groups of unequal size; without episodes of the same variant the first is
    unknown, and all that variants differ by is between them.
    """
    squares, freedom = 0.0, 0
    for groups in scores.values():
        for group in groups.values():
            mean = math.fsum(group) / len(group)
            squares += math.fsum((score - mean) ** 2 for score in group)
            freedom += len(group) - 1
    within = squares / freedom if freedom else None
    squares, freedom, sizes = 0.0, 0, 0.0
    for groups in scores.values():
        number = sum(map(len, groups.values()))
        mean = math.fsum(map(math.fsum, groups.values())) / number
        squares += math.fsum(
            len(group) * (math.fsum(group) / len(group) - mean) ** 2 for group in groups.values()
        )
        freedom += len(groups) - 1
        sizes += number - sum(len(group) ** 2 for group in groups.values()) / number
    if not freedom:
        return within, None
    return within, max(0.0, (squares - freedom * (within or 0.0)) / sizes)
