"""The time of the last action on the desktop: a settled screenshot waits for the reaction to it."""

from __future__ import annotations

import time

_last = 0.0


def mark() -> None:
    """Record that an action has just been executed."""
    global _last
    _last = time.monotonic()


def last() -> float:
    """The time of the last action on the clock of `time.monotonic()`; 0.0 if there was none."""
    return _last
