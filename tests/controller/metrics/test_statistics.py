"""The statistics of two runs, against scipy and against what can be worked out by hand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from statistics import NormalDist, mean, stdev

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from controller.metrics import statistics
from controller.metrics.statistics import compare_pairs, holm, joint_test, mcnemar

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


@settings(deadline=None)
@given(pairs)
@example([(0.0, 1.0)] * 5)
@example([(0.0, 1.0)] * 6)
@example([(1.0, 0.0)] * 6 + [(0.5, 0.5)] * 3)
@example([(0.0, 0.5)] * 7 + [(1 / 3, 0.5), (1.0, 0.0)])
def test_the_interval_has_the_differences_that_the_test_does_not_reject(
    pairs: list[tuple[float, float]],
) -> None:
    result = compare_pairs([a for a, _ in pairs], [b for _, b in pairs])
    differences = [b - a for a, b in pairs]
    if len(pairs) < 6:
        assert (result.low, result.high) == (None, None)
        return
    assert result.low is not None and result.high is not None
    assert (result.low > 0 or result.high < 0) == (result.p < 0.05)

    def p_of(supposed: float) -> float:
        """The test's p at a supposed difference, all flips tried one by one."""
        values = [value - supposed for value in differences]
        flips = [
            abs(sum(sign * value for sign, value in zip(signs, values, strict=True)))
            for signs in itertools.product((1, -1), repeat=len(values))
        ]
        return sum(flip >= abs(sum(values)) - 1e-9 for flip in flips) / len(flips)

    assert p_of(result.low) >= 0.05 > p_of(result.low - 1e-6)
    assert p_of(result.high) >= 0.05 > p_of(result.high + 1e-6)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from([-0.4, -0.2, 0.0, 0.1, 0.2, 0.4]), st.booleans())
def test_an_interval_excludes_0_when_p_is_small_with_random_flips_too(
    seed: int, shift: float, fractions: bool
) -> None:
    chance = Random(seed)
    values = [chance.gauss(shift, 0.6) for _ in range(24)]
    b = values if fractions else [float(round(max(-1.0, min(1.0, value)))) for value in values]
    result = compare_pairs([0.0] * 24, b, seed)
    assert result.exact != fractions
    assert result.low is not None and result.high is not None
    assert result.low <= result.difference <= result.high
    assert (result.low > 0 or result.high < 0) == (result.p < 0.05)


def test_the_interval_of_many_tasks_is_that_of_scipys_t_test() -> None:
    chance = Random(4)
    b = [chance.gauss(0.2, 1.0) for _ in range(400)]
    result = compare_pairs([0.0] * 400, b)
    theirs = stats.ttest_1samp(b, 0.0)
    interval = theirs.confidence_interval()
    assert not result.exact and result.p == pytest.approx(theirs.pvalue, abs=0.01)
    assert result.low == pytest.approx(interval.low, abs=0.01)
    assert result.high == pytest.approx(interval.high, abs=0.01)


def test_the_same_seed_gives_the_same_numbers_and_another_one_others() -> None:
    chance = Random(5)
    a, b = ([chance.random() for _ in range(60)] for _ in range(2))
    assert compare_pairs(a, b, seed=7) == compare_pairs(a, b, seed=7)
    assert compare_pairs(a, b, seed=7).low != compare_pairs(a, b, seed=8).low
    assert joint_test([a, b, a], seed=7) == joint_test([a, b, a], seed=7)


def test_the_joint_test_of_successes_is_cochrans() -> None:
    """Friedman's test with its correction for ties is Cochran's Q where all scores are 0 or 1."""
    chance = Random(2)
    runs = [[float(chance.random() < rate) for _ in range(150)] for rate in (0.5, 0.5, 0.6)]
    expected = stats.friedmanchisquare(*runs).pvalue
    result = joint_test(runs)
    assert (result.runs, result.tasks) == (3, 150)
    assert 0.01 < expected < 0.9 and result.p == pytest.approx(expected, abs=0.02)


def test_the_joint_test_tries_permutations_within_tasks() -> None:
    runs = [[0.0, 0.5, 1.0], [1.0, 0.5, 1.0], [1.0, 1.0, 1 / 3]]

    def spread_of(orders: Sequence[Sequence[float]]) -> float:
        totals = [sum(values) for values in zip(*orders, strict=True)]
        return math.fsum((total - sum(totals) / 3) ** 2 for total in totals)

    tasks = list(zip(*runs, strict=True))
    every = [spread_of(orders) for orders in itertools.product(*map(itertools.permutations, tasks))]
    expected = sum(value >= spread_of(tasks) - 1e-9 for value in every) / len(every)
    assert len(every) == 216 and joint_test(runs).p == pytest.approx(expected, abs=0.02)


def test_the_joint_test_of_two_runs_is_the_sign_flip_test() -> None:
    a, b = sample(40, 0.3, seed=6)
    assert joint_test([a, b]).p == pytest.approx(compare_pairs(a, b).p, abs=0.02)


def test_the_joint_test_rejects_runs_that_are_alike_1_time_in_20() -> None:
    chance = Random(1)
    values = [
        joint_test([[float(chance.random() < 0.5) for _ in range(12)] for _ in range(3)]).p
        for _ in range(200)
    ]
    assert sum(p < 0.05 for p in values) <= 18  # of 200, 10 expected; more than 18 have a chance of 0.5%
    assert joint_test([[0.0, 1.0]] * 3).p == 1.0
    invalid: list[list[list[float]]] = [[[1.0]], [[], []], [[1.0], [1.0, 0.0]]]
    for wrong in invalid:
        with pytest.raises(ValueError, match="cannot test"):
            joint_test(wrong)


def test_holm_by_hand() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.9, 0.6]) == [1.0, 1.0] and holm([0.2]) == [0.2] and holm([]) == []


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
    same = compare_pairs([0.5, 1.0, 0.0] * 2, [0.5, 1.0, 0.0] * 2)
    assert (same.low, same.high, same.p, same.detectable) == (0.0, 0.0, 1.0, None)
    with pytest.raises(ValueError, match="cannot pair"):
        compare_pairs([], [])
    with pytest.raises(ValueError, match="cannot pair"):
        compare_pairs([1.0], [1.0, 0.0])


def test_work_is_cut_into_portions_without_loss() -> None:
    assert sum(statistics._portions(10_000, 361)) == sum(statistics._portions(10_000, 5_000_000)) == 10_000
