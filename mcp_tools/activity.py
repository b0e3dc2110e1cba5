"""When something last acted on the desktop: what a settled screenshot waits to see the reaction to."""

from __future__ import annotations

import time

_last = 0.0


def mark() -> None:
    """Note that an action has just been done."""
    global _last
    _last = time.monotonic()


def last() -> float:
    """When the last action was done, on the clock of `time.monotonic()`; 0.0 when there was none."""
    return _last
