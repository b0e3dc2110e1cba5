"""Where the spread of a run's scores comes from, in words."""

from __future__ import annotations

import math

from controller.metrics.spec import NO_VALUE
from controller.metrics.variance import ScoreVariance


def describe_variance(variance: ScoreVariance) -> str:
    """Return a line with the parts as standard deviations, in points of accuracy; "" if none is known."""
    if variance.total is None:
        return ""
    parts = {
        "environment": variance.environment,
        "variant": variance.variant,
        "sampling": variance.sampling,
    }
    texts = ", ".join(f"{name} {_points(part)}" for name, part in parts.items())
    return (
        f"sd of an episode's score around its task's mean, in points: {texts}; all {_points(variance.total)}"
    )


def _points(variance: float | None) -> str:
    return NO_VALUE if variance is None else f"{100 * math.sqrt(variance):.1f}"
