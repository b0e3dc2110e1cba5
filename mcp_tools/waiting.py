"""Waiting for what an application does in its own time: look again until it holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
PAUSE_SECONDS = 0.05


def wait(condition: Callable[[], Found], seconds: float, *, pause: float = PAUSE_SECONDS) -> Found:
    """What `look` returns as soon as that is true, or what it returned last when `seconds` have passed."""
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < deadline:
        time.sleep(pause)
    return value
