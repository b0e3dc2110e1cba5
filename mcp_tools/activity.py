"""What was done to the desktop: a settled screenshot waits for the reaction to the last action."""

from __future__ import annotations

import time
from typing import NamedTuple


class Action(NamedTuple):
    """When an action was executed, on the clock of `time.monotonic()`, and whether it only moved the pointer."""

    at: float
    hover: bool


_last = Action(0.0, hover=False)
_calls = 0


def mark(*, hover: bool = False) -> None:
    """Record that an action has just been executed."""
    global _last
    _last = Action(time.monotonic(), hover)


def last() -> Action:
    """The last action; its time is 0.0 if there was none."""
    return _last


def begin_call() -> None:
    """Record that a tool that may change the screen begins."""
    global _calls
    _calls += 1


def calls() -> int:
    """How many such calls have begun."""
    return _calls
