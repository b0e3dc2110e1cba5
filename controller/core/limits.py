"""Time limits and cancellation of calls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from testbed.errors import CancelledError, TestbedError

Value = TypeVar("Value")
POLL_SECONDS = 0.1


class Deadline:
    """Raises `error` after `seconds`; cancellation takes precedence."""

    def __init__(self, seconds: float, error: TestbedError, cancel: threading.Event) -> None:
        self._end = time.monotonic() + seconds
        self._error = error
        self._cancel = cancel

    def extend(self, seconds: float) -> None:
        """Move the deadline by some seconds."""
        self._end += seconds

    def check(self) -> None:
        """Raise the deadline's error when the time is up, CancelledError when the run was interrupted."""
        if self._cancel.is_set():
            raise CancelledError("interrupted")
        if time.monotonic() >= self._end:
            raise self._error


def call_within(
    seconds: float, error: TestbedError, cancel: threading.Event, function: Callable[[], Value]
) -> Value:
    """Return what `function` returns within `seconds`.

    The call cannot be stopped: after a time-out it continues in its own thread.

    Raises:
        The given `error` when the time is up; CancelledError as soon as `cancel` is set.
    """
    future: Future[Value] = Future()

    def work() -> None:
        try:
            future.set_result(function())
        except BaseException as raised:  # noqa: BLE001  # handed to the caller's thread
            future.set_exception(raised)

    deadline = Deadline(seconds, error, cancel)
    threading.Thread(target=work, name="limited call", daemon=True).start()
    while True:
        try:
            return future.result(timeout=POLL_SECONDS)
        except TimeoutError:
            if future.done():
                return future.result()
            deadline.check()
