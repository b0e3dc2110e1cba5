"""Time limits and interruption of what the controller calls."""

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
    """`seconds` from now `error` is due; an interruption of the run comes before it."""

    def __init__(self, seconds: float, error: TestbedError, cancel: threading.Event) -> None:
        self._end = time.monotonic() + seconds
        self._error = error
        self._cancel = cancel

    def check(self) -> None:
        """Raises the deadline's error when time is up, CancelledError when the run was interrupted."""
        if self._cancel.is_set():
            raise CancelledError("interrupted")
        if time.monotonic() >= self._end:
            raise self._error


def call_within(
    seconds: float, error: TestbedError, cancel: threading.Event, function: Callable[[], Value]
) -> Value:
    """What `function` returns, if it returns within `seconds`.

    Raises `error` when it does not, CancelledError as soon as `cancel` is set; the call itself cannot be
    stopped and goes on in a thread of its own.
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
