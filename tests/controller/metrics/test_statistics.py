"""The statistics of two runs, against scipy and against what can be worked out by hand."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from random import Random
from statistics import NormalDist, mean, stdev

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from controller.metrics import statistics
from controller.metrics.statistics import compare_pairs, mcnemar

score = st.sampled_from([0.0, 1 / 3, 0.5, 1.0])
pairs = st.lists(st.tuples(score, score), min_size=1, max_size=9)


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_mcnemar_is_the_binomial_test_of_the_pairs_that_differ(pairs: list[tuple[bool, bool]]) -> None:
    result = mcnemar([a for a, _ in pairs], [b for _, b in pairs])
    assert result.only_a == sum(a > b for a, b in pairs) and result.only_b == sum(b > a for a, b in pairs)
    differing = result.only_a + result.only_b
    expected = stats.binomtest(result.only_a, differing, 0.5).pvalue if differing else 1.0
    assert result.p == pytest.approx(expected)


def test_mcnemar_by_hand() -> None:
    # 5 pairs differ, all the same way: 2 * 0.5 ** 5.
    assert mcnemar([False] * 7, [True] * 5 + [False] * 2).p == 0.0625
    assert mcnemar([True, False], [False, True]).p == 1.0


@settings(deadline=None)
@given(pairs)
@example([(0.0, 0.5), (0.0, 0.5), (1 / 3, 0.5), (1 / 3, 0.5), (1 / 3, 0.5), (1.0, 0.0), (1.0, 0.5)])
def test_the_permutation_test_tries_all_sign_flips(pairs: list[tuple[float, float]]) -> None:
    result = compare_pairs([a for a, _ in pairs], [b for _, b in pairs])
    exact = [Fraction(b).limit_denominator(6) - Fraction(a).limit_denominator(6) for a, b in pairs]
    flips = [
        abs(sum(sign * value for sign, value in zip(signs, exact, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(exact))
    ]
    assert result.exact
    assert result.p == pytest.approx(sum(flip >= abs(sum(exact)) for flip in flips) / len(flips))
    assert result.difference == pytest.approx(float(sum(exact)) / len(exact), abs=1e-12)
    assert result.difference == pytest.approx(result.b - result.a, abs=1e-12)


def sample(number: int, gain: float, seed: int) -> tuple[list[float], list[float]]:
    chance = Random(seed)
    a = [chance.choice([0.0, 1 / 3, 2 / 3, 1.0]) for _ in range(number)]
    b = [min(1.0, value + 1 / 3) if chance.random() < gain else value for value in a]
    flips = [value if chance.random() < 0.8 else 1 - value for value in b]
    return a, flips


@pytest.mark.slow
def test_many_differences_are_tested_as_scipy_does() -> None:
    a, b = sample(200, 0.25, seed=3)
    result = compare_pairs(a, b)
    differences = [after - before for before, after in zip(a, b, strict=True)]
    scipys = stats.permutation_test(
        (differences,), mean, permutation_type="samples", n_resamples=20_000, rng=1, vectorized=False
    )
    assert not result.exact and result.p == pytest.approx(scipys.pvalue, abs=0.02)


def test_the_interval_is_that_of_scipys_bootstrap_over_tasks() -> None:
    a, b = sample(120, 0.3, seed=4)
    result = compare_pairs(a, b)
    differences = [after - before for before, after in zip(a, b, strict=True)]
    theirs = stats.bootstrap(
        (differences,), lambda x, axis: x.mean(axis=axis), method="percentile", n_resamples=10_000, rng=2
    ).confidence_interval
    assert result.low == pytest.approx(theirs.low, abs=0.01)
    assert result.high == pytest.approx(theirs.high, abs=0.01)


def test_the_same_seed_gives_the_same_numbers_and_another_one_others() -> None:
    a, b = sample(60, 0.3, seed=5)
    assert compare_pairs(a, b, seed=7) == compare_pairs(a, b, seed=7)
    assert compare_pairs(a, b, seed=7).low != compare_pairs(a, b, seed=8).low


def test_a_difference_turned_round_is_its_mirror() -> None:
    a, b = sample(60, 0.3, seed=6)
    there, back = compare_pairs(a, b), compare_pairs(b, a)
    assert back.difference == pytest.approx(-there.difference)
    assert back.p == pytest.approx(there.p, abs=0.02) and back.detectable == pytest.approx(there.detectable)


def test_the_difference_named_detectable_is_found_4_times_in_5() -> None:
    a, b = sample(150, 0.3, seed=8)
    result = compare_pairs(a, b)
    sd = stdev(after - before for before, after in zip(a, b, strict=True))
    assert result.detectable is not None
    power = 1 - NormalDist(result.detectable, sd / math.sqrt(150)).cdf(1.959964 * sd / math.sqrt(150))
    assert power == pytest.approx(0.8, abs=1e-3)
    assert result.tasks_needed == math.ceil(150 * (result.detectable / result.difference) ** 2)


def test_few_or_equal_tasks_claim_nothing() -> None:
    one = compare_pairs([0.0], [1.0])
    assert (one.low, one.high, one.p, one.detectable, one.tasks_needed) == (None, None, 1.0, None, None)
    same = compare_pairs([0.5, 1.0, 0.0], [0.5, 1.0, 0.0])
    assert (same.low, same.high, same.p, same.detectable) == (0.0, 0.0, 1.0, None)
    with pytest.raises(ValueError, match="cannot pair"):
        compare_pairs([], [])
    with pytest.raises(ValueError, match="cannot pair"):
        compare_pairs([1.0], [1.0, 0.0])


def test_work_is_cut_into_portions_without_loss() -> None:
    assert sum(statistics._portions(10_000, 361)) == sum(statistics._portions(10_000, 5_000_000)) == 10_000
