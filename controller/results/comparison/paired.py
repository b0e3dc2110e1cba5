"""Two runs compared on the same tasks: difference, interval, tests, and what they could have found.

Episodes of one task are alike, so the task is the unit: values are averaged over its epochs first, and the
bootstrap draws whole tasks. Everything random derives from a seed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from controller.results.metrics import Z95

RESAMPLES = 10_000
EXACT_FLIPS = 16
"""Up to so many differing tasks, all sign flips are tried; beyond, `RESAMPLES` random ones."""
Z80 = 0.8416212335729143
"""The normal distribution's 80% quantile."""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The mean of b - a over tasks.

    `low` and `high` bound its 95% bootstrap interval (percentiles), None for fewer than two tasks. `p` is
    two-sided, by flipping the signs of tasks' differences; `exact` tells whether all flips were tried.
    `detectable` is the true difference that so many tasks find 4 times in 5 (at the 5% level), given how
    much tasks differ here; `tasks_needed` is how many would find the difference seen. Both are None where the
    differences do not vary or there is none.
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
    """McNemar's exact test of pairs of yes and no: `only_a` and `only_b` are the pairs that differ."""

    only_a: int
    only_b: int
    p: float


def paired_difference(a: Sequence[float], b: Sequence[float], seed: int = 0) -> PairedDifference:
    """Compare one value a task, in the same order on both sides. Raises ValueError for none, or unlike numbers."""
    if len(a) != len(b) or not a:
        raise ValueError(f"{len(a)} and {len(b)} values are no pairs")
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
    """The exact two-sided test: under no difference each pair that differs is a toss of a coin."""
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
    """The share of sign flips whose sum is at least as far from 0 as the one seen, and whether all were tried."""
    import numpy

    values = numpy.asarray([value for value in differences if value])
    rounding = 1e-9 * float(numpy.abs(values).sum())  # flips that are equally far must count as that
    seen = abs(float(values.sum())) - rounding
    if len(values) <= EXACT_FLIPS:
        codes = numpy.arange(2 ** len(values))[:, None]
        signs = 1 - 2 * ((codes >> numpy.arange(len(values))) & 1)
        sums = numpy.abs((signs * values).sum(axis=1))
        return float((sums >= seen).mean()), True
    generator = numpy.random.default_rng(seed + 1)
    extreme = 0
    for rows in _portions(RESAMPLES, len(values)):
        signs = generator.integers(0, 2, size=(rows, len(values))) * 2 - 1
        extreme += int((numpy.abs((signs * values).sum(axis=1)) >= seen).sum())
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
    """`total` rows in portions of at most some ten million cells."""
    rows = max(1, min(total, 10_000_000 // max(1, width)))
    edges = [*range(0, total, rows), total]
    return [after - before for before, after in pairwise(edges)]
