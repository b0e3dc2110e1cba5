"""Waiting for a condition with a time limit. Code that waits for something in a guest polls with `wait_until`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from testbed.errors import CancelledError, GuestTimeoutError

Value = TypeVar("Value")


def wait_until(
    condition: Callable[[], Value | None],
    *,
    seconds: float,
    what: str | Callable[[], str],
    every: float = 0.02,
    cancel: threading.Event | None = None,
) -> Value:
    """Poll a condition until it is true.

    Args:
        condition: Called until it returns a true value.
        seconds: Time limit. The condition is called at least once.
        what: What is waited for, for the error message. A function is called only when time runs out.
        every: Seconds between two calls.
        cancel: Ends the wait as soon as it is set.

    Returns:
        The first true value.

    Raises:
        GuestTimeoutError: The condition is not true within `seconds`.
        CancelledError: `cancel` was set.
    """
    cancel = cancel or threading.Event()
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            description = what if isinstance(what, str) else what()
            raise GuestTimeoutError(f"timed out after {seconds:g} s waiting for {description}")
        if cancel.wait(every):
            raise CancelledError("interrupted")
