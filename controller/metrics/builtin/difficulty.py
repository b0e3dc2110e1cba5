"""Success by level of the task (MCPVerse)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec
from controller.tasks.task_info import Level


def _success(outcomes: Sequence[EpisodeOutcome]) -> float:
    return sum(outcome.succeeded for outcome in outcomes) / len(outcomes)


def _of_level(level: Level) -> Callable[[EpisodeOutcome], bool]:
    return lambda outcome: outcome.level == level


def _success_of_level(level: Level) -> MetricSpec:
    return MetricSpec(
        key=f"success_{level.lower()}",
        label=level,
        definition=f"share of episodes with score 1, over the tasks of level {level}",
        compute=_success,
        better="higher",
        unit="%",
        over=_of_level(level),
        headline=False,
        sparse=True,
        episode_column=None,
    )


SUCCESS_L1 = _success_of_level("L1")
SUCCESS_L2 = _success_of_level("L2")
SUCCESS_L3 = _success_of_level("L3")
