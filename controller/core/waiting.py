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
    """The first true value of `condition`, asked every `every` seconds.

    Raises GuestTimeoutError, naming `what` was waited for (asked for only then), when `seconds` have passed;
    CancelledError as soon as `cancel` is set.
    """
    cancel = cancel or threading.Event()
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            description = what if isinstance(what, str) else what()
            raise GuestTimeoutError(f"waited {seconds:g} s in vain for {description}")
        if cancel.wait(every):
            raise CancelledError("interrupted")
