"""Success in k attempts: in one of them, and in all of them.

Both are estimated without bias from the n episodes of a task, of which c succeed, and averaged over the tasks that have
at least k episodes:

- pass@k = 1 - C(n - c, k) / C(n, k), the chance that one of k attempts succeeds: Chen et al., "Evaluating Large
  Language Models Trained on Code", 2021 (arXiv 2107.03374), equation 1.
- pass^k = C(c, k) / C(n, k), the chance that all of k attempts succeed: Yao et al., "tau-bench: A Benchmark for
  Tool-Agent-User Interaction in Real-World Domains", 2024 (arXiv 2406.12045), section 3.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence

from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec

ATTEMPTS = (2, 3, 5)
"""The k for which there are metrics."""


def pass_at(k: int, episodes: int, succeeded: int) -> float:
    """The unbiased estimate of the chance that at least one of k attempts succeeds, from at least k episodes."""
    return 1 - math.comb(episodes - succeeded, k) / math.comb(episodes, k)


def pass_all(k: int, episodes: int, succeeded: int) -> float:
    """The unbiased estimate of the chance that all of k attempts succeed, from at least k episodes."""
    return math.comb(succeeded, k) / math.comb(episodes, k)


def _mean_over_tasks(
    estimate: Callable[[int, int, int], float], k: int
) -> Callable[[Sequence[EpisodeOutcome]], float | None]:
    def mean(outcomes: Sequence[EpisodeOutcome]) -> float | None:
        by_task: dict[str, list[bool]] = defaultdict(list)
        for outcome in outcomes:
            by_task[outcome.task].append(outcome.succeeded)
        values = [
            estimate(k, len(successes), sum(successes))
            for successes in by_task.values()
            if len(successes) >= k
        ]
        return math.fsum(values) / len(values) if values else None

    return mean


def _metric(
    key: str, label: str, definition: str, estimate: Callable[[int, int, int], float], k: int
) -> MetricSpec:
    return MetricSpec(
        key=f"{key}_{k}",
        label=label,
        definition=f"{definition}, over the tasks with at least {k} episodes",
        compute=_mean_over_tasks(estimate, k),
        better="higher",
        unit="%",
        headline=False,
        sparse=True,
        episode_column=None,
    )


def _pass_at(k: int) -> MetricSpec:
    return _metric("pass_at", f"pass@{k}", f"chance that one of {k} attempts at a task succeeds", pass_at, k)


def _pass_all(k: int) -> MetricSpec:
    return _metric("pass_all", f"pass^{k}", f"chance that all of {k} attempts at a task succeed", pass_all, k)


PASS_AT_2, PASS_AT_3, PASS_AT_5 = map(_pass_at, ATTEMPTS)
PASS_ALL_2, PASS_ALL_3, PASS_ALL_5 = map(_pass_all, ATTEMPTS)
RELIABILITY = (PASS_AT_2, PASS_AT_3, PASS_AT_5, PASS_ALL_2, PASS_ALL_3, PASS_ALL_5)
