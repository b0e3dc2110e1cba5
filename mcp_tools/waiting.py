"""Polling for what an application does in its own time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")
PAUSE_SECONDS = 0.05


def wait(condition: Callable[[], Value], seconds: float, *, pause: float = PAUSE_SECONDS) -> Value:
    """Poll a condition until it is true.

    Returns:
        Its first true value, or its last value once `seconds` have passed.
    """
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < deadline:
        time.sleep(pause)
    return value
