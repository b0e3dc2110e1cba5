"""Waiting for a condition with a time limit: the only way anything here waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from controller.errors import GuestTimeoutError

Value = TypeVar("Value")


def wait_until(
    condition: Callable[[], Value | None], *, seconds: float, what: str, every: float = 0.02
) -> Value:
    """The first true value of `condition`, asked every `every` seconds.

    Raises GuestTimeoutError, naming `what` was waited for, when `seconds` have passed.
    """
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise GuestTimeoutError(f"waited {seconds:g} s in vain for {what}")
        time.sleep(every)
