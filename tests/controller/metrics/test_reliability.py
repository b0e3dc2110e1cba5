"""pass@k, pass^k, the parts of the spread, and the smallest difference that shows."""

from __future__ import annotations

import itertools
import math
import random
import statistics
from collections.abc import Sequence

import pytest

from controller.metrics.builtin.reliability import RELIABILITY, pass_all, pass_at
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.registry import all_metrics, measure
from controller.metrics.variance import ScoreVariance, smallest_difference, split_variance
from controller.results.variance_text import describe_variance


def episodes(
    task: str, scores: Sequence[float], variants: Sequence[int] | None = None
) -> list[EpisodeOutcome]:
    return [
        EpisodeOutcome(
            task,
            epoch,
            "os",
            False,
            "completed",
            score,
            1,
            0,
            variant=variants[epoch - 1] if variants else None,
        )
        for epoch, score in enumerate(scores, 1)
    ]


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("succeeded", range(5))
def test_the_estimates_are_the_shares_of_all_draws_of_k_episodes(k: int, succeeded: int) -> None:
    """An unbiased estimate is the mean over every choice of k of the n episodes."""
    draws = list(itertools.combinations([True] * succeeded + [False] * (4 - succeeded), k))
    assert pass_at(k, 4, succeeded) == pytest.approx(statistics.mean(map(any, draws)))
    assert pass_all(k, 4, succeeded) == pytest.approx(statistics.mean(map(all, draws)))


def test_they_are_averaged_over_the_tasks_with_enough_episodes() -> None:
    found = measure([*episodes("os/a", [1, 0, 1]), *episodes("os/b", [0, 0, 0.9]), *episodes("os/c", [1])])
    assert found["pass_at_2"] == pytest.approx((1 + 0) / 2)
    assert found["pass_all_2"] == pytest.approx((1 / 3 + 0) / 2)
    assert (found["pass_at_3"], found["pass_all_3"]) == (0.5, 0.0)
    assert found["pass_at_5"] is None and found["pass_all_5"] is None


def test_each_is_a_metric_that_tables_show_where_it_has_a_value() -> None:
    assert set(RELIABILITY) <= set(all_metrics())
    assert all(spec.sparse for spec in RELIABILITY)
    assert [spec.label for spec in RELIABILITY] == [
        "pass@2",
        "pass@3",
        "pass@5",
        "pass^2",
        "pass^3",
        "pass^5",
    ]


def test_epochs_of_one_variant_differ_by_sampling_and_environment() -> None:
    run = episodes("os/a", [1, 0, 1, 0]) + episodes("os/b", [1, 1, 1, 1])
    assert split_variance(run) == ScoreVariance(None, None, pytest.approx(1 / 6))
    shaky = episodes("os/a", [1, 1, 1, 0])
    assert split_variance(run, shaky) == ScoreVariance(0.25, None, 0.0)
    steady = episodes("os/a", [1, 1])
    assert split_variance(run, steady) == ScoreVariance(0.0, None, pytest.approx(1 / 6))


def test_variants_that_differ_in_difficulty_are_told_from_sampling() -> None:
    """Scores drawn with known variances: between variants 0.04, within a variant 0.01."""
    rng = random.Random(7)
    run: list[EpisodeOutcome] = []
    for number in range(400):
        levels = [rng.gauss(0.5, 0.2) for _ in range(3)]
        run += episodes(
            f"os/{number}", [rng.gauss(level, 0.1) for level in levels for _ in range(2)], [0, 0, 1, 1, 2, 2]
        )
    found = split_variance(run)
    assert found.sampling == pytest.approx(0.01, rel=0.1)
    assert found.variant == pytest.approx(0.04, rel=0.15)
    assert found.total == pytest.approx(0.05, rel=0.15)


def test_episodes_without_a_verdict_and_single_ones_tell_nothing() -> None:
    lost = EpisodeOutcome("os/a", 2, "os", False, "infra_error", 0.0, 1, 0)
    assert split_variance([*episodes("os/a", [1]), lost]).total is None
    assert describe_variance(ScoreVariance(None, None, None)) == ""
    assert describe_variance(ScoreVariance(None, 0.0, 0.25)).endswith(
        "environment –, variant 0.0, sampling 50.0; all 50.0"
    )


def test_the_smallest_difference_falls_with_the_root_of_the_episodes() -> None:
    assert smallest_difference(100, 1) == pytest.approx(2.8016 * math.sqrt(0.5 / 100), rel=1e-4)
    assert smallest_difference(100, 4) == pytest.approx(smallest_difference(100, 1) / 2)
    assert smallest_difference(100, 1, 0.0) == 0.0
