"""Statistics of any metric: its spread over epochs, and tests of two or more runs over the same tasks.

In a paired comparison the task is the unit, because episodes of one task are not independent: values are averaged over
its epochs first, and permutations move whole tasks. `seed` determines everything random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Z95 = 1.959963984540054
"""Half width of the normal distribution's middle 95%, in standard deviations."""
RESAMPLES = 10_000
EXACT_FLIPS = 2**18
"""Up to this number of different sign flips, all are tried; beyond it, `RESAMPLES` random ones. Flips of tasks with the
same difference count once, so scores of 0 and 1 are tested exactly."""
LEVEL = 0.05
"""An interval has the differences whose p is at least this."""
Z80 = 0.8416212335729143
"""The normal distribution's 80% quantile."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean over epochs, sample standard deviation, and the 95% normal interval of the mean.

    The last three are None for fewer than two epochs.
    """

    epochs: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean of b - a over tasks.

    Attributes:
        tasks: Number of tasks.
        a: Mean on side a.
        b: Mean on side b.
        difference: Mean of b - a.
        low: Lower end of its 95% interval: the smallest difference that the sign-flip test does not reject at the 5%
            level. None for fewer than six tasks, with which the test rejects none.
        high: Upper end. The interval excludes 0 if and only if `p` is below 0.05.
        p: Two-sided p-value of the sign-flip test over tasks.
        exact: Whether all sign flips were tried.
        detectable: Minimum detectable effect: the true difference that this number of tasks detects with a
            power of 80% at the 5% level, given the deviation of the differences; None if that is 0 or unknown.
        tasks_needed: Number of tasks that would detect the observed difference; None if that is 0.
        p_holm: `p` adjusted by `holm` for the tests that are shown with it; None for a test by itself.
    """

    tasks: int
    a: float
    b: float
    difference: float
    low: float | None
    high: float | None
    p: float
    exact: bool
    detectable: float | None
    tasks_needed: int | None
    p_holm: float | None = None


@dataclass(frozen=True, slots=True)
class JointTest:
    """Whether several runs have the same values: the number of runs, of tasks, and the p-value."""

    runs: int
    tasks: int
    p: float


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's exact test of paired successes: `only_a` and `only_b` count the pairs that differ."""

    only_a: int
    only_b: int
    p: float


def spread(values: Sequence[float]) -> Spread | None:
    """Mean, sample standard deviation and interval of one value an epoch; None without values."""
    number = len(values)
    if not number:
        return None
    mean = math.fsum(values) / number
    if number == 1:
        return Spread(1, mean, None, None, None)
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (number - 1))
    half = Z95 * sd / math.sqrt(number)
    return Spread(number, mean, sd, mean - half, mean + half)


def compare_pairs(a: Sequence[float], b: Sequence[float], seed: int = 0) -> PairedDifference:
    """Compare two sides task by task, by the sign-flip test.

    The test assumes that each task's difference is distributed symmetrically around the true one. The interval is made
    by inverting it, so that the two agree.

    Source: E. J. G. Pitman, Significance tests which may be applied to samples from any populations, Supplement to the
    Journal of the Royal Statistical Society 4 (1937); for the interval J. A. Hartigan, Using subsample values as
    typical values, JASA 64 (1969).

    Args:
        a: One value a task.
        b: The values of the other side, in the same order of tasks.
        seed: Seed of random sign flips.

    Raises:
        ValueError: There are no values, or not the same number on both sides.
    """
    if len(a) != len(b) or not a:
        raise ValueError(f"cannot pair {len(a)} and {len(b)} values")
    differences = [after - before for before, after in zip(a, b, strict=True)]
    number = len(differences)
    mean = math.fsum(differences) / number
    low, high, p, exact = _sign_flip(differences, mean, seed)
    detectable, needed = _power(differences, mean)
    return PairedDifference(
        tasks=number,
        a=math.fsum(a) / number,
        b=math.fsum(b) / number,
        difference=mean,
        low=low,
        high=high,
        p=p,
        exact=exact,
        detectable=detectable,
        tasks_needed=needed,
    )


def joint_test(values: Sequence[Sequence[float]], seed: int = 0) -> JointTest:
    """Test whether several runs have the same values, by `RESAMPLES` permutations of the runs within each task.

    The test assumes that without a difference between the runs, a task's values could stand in any order. Its statistic
    is the sum of squares of the runs' means around their mean. For scores of 0 and 1 that is Cochran's Q but for a
    factor that no permutation changes; for two runs it is the sign-flip test.

    Source: W. G. Cochran, The comparison of percentages in matched samples, Biometrika 37 (1950).

    Args:
        values: The values of each run, one a task, in the same order of tasks.
        seed: Seed of the permutations.

    Raises:
        ValueError: There are fewer than two runs, no tasks, or not the same number of tasks in each run.
    """
    import numpy

    if len(values) < 2 or not values[0] or len({len(run) for run in values}) > 1:
        raise ValueError(f"cannot test {len(values)} runs of {sorted({len(run) for run in values})} values")
    table = numpy.asarray(values, dtype=float).T
    differing = table[table.min(axis=1) < table.max(axis=1)]  # no permutation changes the other tasks
    differing = differing - differing.mean(axis=1, keepdims=True)

    def statistic(tables: Any) -> Any:
        return (tables.sum(axis=-2) ** 2).sum(axis=-1)

    rounding = 1e-9 * float((differing**2).sum())  # permutations that are equally far must count as that
    observed = float(statistic(differing)) - rounding
    generator = numpy.random.default_rng(seed)
    extreme = 0
    for rows in _portions(RESAMPLES, differing.size):
        shuffled = generator.permuted(numpy.broadcast_to(differing, (rows, *differing.shape)), axis=2)
        extreme += int((statistic(shuffled) >= observed).sum())
    return JointTest(len(values), len(table), (extreme + 1) / (RESAMPLES + 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number, so that one below 0.05 is found by chance in at most 5% of such families.

    It holds however the tests depend on each other.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6
    (1979).

    Returns:
        The adjusted values, in the same order.
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, p_values[place] * (len(p_values) - rank)))
        adjusted[place] = largest
    return adjusted


def mcnemar(a: Sequence[bool], b: Sequence[bool]) -> McNemar:
    """The exact two-sided test: without a difference, either side of a differing pair is equally likely."""
    only_a = sum(first and not second for first, second in zip(a, b, strict=True))
    only_b = sum(second and not first for first, second in zip(a, b, strict=True))
    number, fewer = only_a + only_b, min(only_a, only_b)
    tail = sum(math.comb(number, k) for k in range(fewer + 1))
    return McNemar(only_a, only_b, min(1.0, 2 * tail / 2**number))


def _sign_flip(
    differences: Sequence[float], mean: float, seed: int
) -> tuple[float | None, float | None, float, bool]:
    """The interval of the sign-flip test, its p-value at a difference of 0, and whether all flips were tried.

    At a supposed difference d, a flip is at least as far from it as the observed values if and only if d lies between
    the mean of the flipped tasks and the mean of the others. The observed mean lies between the two as well, so p falls
    on either side of it, and the sorted means of one side have both its p at 0 and the end of its interval.
    """
    import numpy

    values = numpy.asarray(differences, dtype=float)
    sums, numbers, weights, exact = _flips(values, seed)
    total, number = float(values.sum()), len(values)
    nearly_0 = 1e-9 * float(
        numpy.abs(values).mean()
    )  # means that differ by rounding alone must count as equal

    def side(sign: int) -> tuple[float | None, float]:
        """The lower end of the interval and p at 0, of the values times the sign."""
        with numpy.errstate(divide="ignore", invalid="ignore"):
            flipped, others = sign * sums / numbers, sign * (total - sums) / (number - numbers)
        ends = numpy.where((numbers > 0) & (numbers < number), numpy.fmin(flipped, others), -numpy.inf)
        order = numpy.argsort(ends)
        ends, chances = ends[order], numpy.cumsum(weights[order])
        end = float(ends[numpy.searchsorted(chances, LEVEL)])
        upto_0 = int(numpy.searchsorted(ends, nearly_0, side="right"))
        p = min(1.0, float(chances[upto_0 - 1]))
        return (0.0 if abs(end) <= nearly_0 else end) if math.isfinite(end) else None, p

    low, p_below = side(1)
    minus_high, p_above = side(-1)
    high = None if minus_high is None else -minus_high + 0.0
    return low, high, p_below if mean >= 0 else p_above, exact


def _flips(values: Any, seed: int) -> tuple[Any, Any, Any, bool]:
    """For each flip the sum and the number of the flipped values, and its weight; and whether these are all flips."""
    import numpy

    scale = float(numpy.abs(values).max()) or 1.0
    _, first, counts = numpy.unique(numpy.round(values / scale, 12), return_index=True, return_counts=True)
    if math.prod(int(count) + 1 for count in counts) <= EXACT_FLIPS:
        sums, numbers, weights = numpy.zeros(1), numpy.zeros(1), numpy.ones(1)
        for value, count in zip(values[first], counts.tolist(), strict=True):
            flipped = numpy.arange(count + 1)
            chances = numpy.asarray([math.comb(count, k) / 2**count for k in range(count + 1)])
            sums = numpy.add.outer(sums, value * flipped).ravel()
            numbers = numpy.add.outer(numbers, flipped).ravel()
            weights = numpy.multiply.outer(weights, chances).ravel()
        return sums, numbers, weights, True
    generator = numpy.random.default_rng(seed)
    sums, numbers = numpy.zeros(RESAMPLES + 1), numpy.zeros(RESAMPLES + 1)  # the first is the observed one
    done = 1
    for rows in _portions(RESAMPLES, len(values)):
        flips = generator.integers(0, 2, size=(rows, len(values)))
        sums[done : done + rows], numbers[done : done + rows] = flips @ values, flips.sum(axis=1)
        done += rows
    return sums, numbers, numpy.full(len(sums), 1 / len(sums)), False


def _power(differences: Sequence[float], mean: float) -> tuple[float | None, int | None]:
    number = len(differences)
    if number < 2:
        return None, None
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in differences) / (number - 1))
    if not sd:
        return None, None
    reach = (Z95 + Z80) * sd
    needed = math.ceil((reach / mean) ** 2) if abs(mean) > 1e-9 else None
    return reach / math.sqrt(number), needed


def _portions(total: int, width: int) -> list[int]:
    """`total` rows in portions of at most about ten million cells."""
    rows = max(1, min(total, 10_000_000 // max(1, width)))
    edges = [*range(0, total, rows), total]
    return [after - before for before, after in pairwise(edges)]
