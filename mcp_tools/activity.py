"""The last action on the desktop: a settled screenshot waits for the reaction to it."""

from __future__ import annotations

import time
from typing import NamedTuple


class Action(NamedTuple):
    """When an action was executed, on the clock of `time.monotonic()`, and whether it only moved the pointer."""

    at: float
    hover: bool


_last = Action(0.0, hover=False)


def mark(*, hover: bool = False) -> None:
    """Record that an action has just been executed."""
    global _last
    _last = Action(time.monotonic(), hover)


def last() -> Action:
    """The last action; its time is 0.0 if there was none."""
    return _last
