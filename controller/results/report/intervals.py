"""Intervals of a mean score over tasks."""

from __future__ import annotations

from controller.metrics.statistics import Z95


def wilson(mean: float, number: int) -> tuple[float, float] | None:
    """The 95% Wilson score interval of a mean of scores from 0 to 1 over independent tasks; None without tasks.

    Scores between 0 and 1 vary no more than those of 0 and 1 with the same mean, so it is at least as wide as needed.
    Unlike a bootstrap it does not shrink to nothing when all tasks succeed or fail.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
    """
    if number < 1:
        return None
    squared = Z95**2
    centre = (mean + squared / (2 * number)) / (1 + squared / number)
    half = Z95 * ((mean * (1 - mean) + squared / (4 * number)) / number) ** 0.5 / (1 + squared / number)
    # The ends are 0 and 1 there, which floats miss.
    return 0.0 if mean <= 0 else max(0.0, centre - half), 1.0 if mean >= 1 else min(1.0, centre + half)
