"""Statistics of any metric: its spread over epochs, and paired differences of two runs over the same tasks.

In a paired comparison the task is the unit, because episodes of one task are not independent: values are averaged over
its epochs first, and the bootstrap draws whole tasks. `seed` determines everything random.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Z95 = 1.959963984540054
"""Half width of the normal distribution's middle 95%, in standard deviations."""
RESAMPLES = 10_000
EXACT_FLIPS = 16
"""Up to this number of differing tasks, all sign flips are tried; beyond it, `RESAMPLES` random ones."""
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
        low: Lower end of its 95% bootstrap interval (percentiles); None for fewer than two tasks.
        high: Upper end.
        p: Two-sided p-value of the sign-flip test over tasks.
        exact: Whether all sign flips were tried.
        detectable: Minimum detectable effect: the true difference that this number of tasks detects with a
            power of 80% at the 5% level, given the deviation of the differences; None if that is 0 or unknown.
        tasks_needed: Number of tasks that would detect the observed difference; None if that is 0.
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
    """Compare two sides task by task.

    Args:
        a: One value a task.
        b: The values of the other side, in the same order of tasks.
        seed: Seed of the bootstrap and of random sign flips.

    Raises:
        ValueError: There are no values, or not the same number on both sides.
    """
    if len(a) != len(b) or not a:
        raise ValueError(f"cannot pair {len(a)} and {len(b)} values")
    differences = [after - before for before, after in zip(a, b, strict=True)]
    number = len(differences)
    mean = math.fsum(differences) / number
    low, high = _bootstrap(differences, seed) if number > 1 else (None, None)
    p, exact = _sign_flip(differences, seed)
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


def mcnemar(a: Sequence[bool], b: Sequence[bool]) -> McNemar:
    """The exact two-sided test: without a difference, either side of a differing pair is equally likely."""
    only_a = sum(first and not second for first, second in zip(a, b, strict=True))
    only_b = sum(second and not first for first, second in zip(a, b, strict=True))
    number, fewer = only_a + only_b, min(only_a, only_b)
    tail = sum(math.comb(number, k) for k in range(fewer + 1))
    return McNemar(only_a, only_b, min(1.0, 2 * tail / 2**number))


def _bootstrap(differences: Sequence[float], seed: int) -> tuple[float, float]:
    """The 2.5% and 97.5% percentiles of the mean over tasks drawn with replacement."""
    import numpy

    values = numpy.asarray(differences)
    generator = numpy.random.default_rng(seed)
    means = [
        values[generator.integers(0, len(values), size=(rows, len(values)))].mean(axis=1)
        for rows in _portions(RESAMPLES, len(values))
    ]
    low, high = numpy.percentile(numpy.concatenate(means), [2.5, 97.5])
    return float(low), float(high)


def _sign_flip(differences: Sequence[float], seed: int) -> tuple[float, bool]:
    """The share of sign flips whose sum is at least as far from 0 as the observed one, and whether all were tried."""
    import numpy

    values = numpy.asarray([value for value in differences if value])
    rounding = 1e-9 * float(numpy.abs(values).sum())  # flips that are equally far must count as that
    observed = abs(float(values.sum())) - rounding
    if len(values) <= EXACT_FLIPS:
        codes = numpy.arange(2 ** len(values))[:, None]
        signs = 1 - 2 * ((codes >> numpy.arange(len(values))) & 1)
        sums = numpy.abs((signs * values).sum(axis=1))
        return float((sums >= observed).mean()), True
    generator = numpy.random.default_rng(seed + 1)
    extreme = 0
    for rows in _portions(RESAMPLES, len(values)):
        signs = generator.integers(0, 2, size=(rows, len(values))) * 2 - 1
        extreme += int((numpy.abs((signs * values).sum(axis=1)) >= observed).sum())
    return (extreme + 1) / (RESAMPLES + 1), False


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
