"""How many requests may be under way at an endpoint at once, over all episodes of a run."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from controller.models.exchange import RequestDeadline
from testbed.errors import CancelledError, ModelApiError

POLL_SECONDS = 0.2


class ConcurrencyLimiter:
    """Lets `at_once` requests an endpoint through, as many as come when it is 0. Thread-safe."""

    def __init__(self, at_once: int = 0) -> None:
        self._at_once = at_once
        self._lock = threading.Lock()
        self._places: dict[str, threading.Semaphore] = {}

    @contextmanager
    def place(self, endpoint: str, deadline: RequestDeadline, closed: threading.Event) -> Iterator[None]:
        """Raises ModelApiError when no place is free in time, CancelledError when `closed` is set."""
        if not self._at_once:
            yield
            return
        with self._lock:
            places = self._places.setdefault(endpoint, threading.Semaphore(self._at_once))
        while not places.acquire(timeout=max(0.0, min(deadline.left, POLL_SECONDS))):
            if closed.is_set():
                raise CancelledError("the episode is over")
            if deadline.left <= 0:
                raise ModelApiError(
                    f"no place was free at {endpoint} within {deadline.seconds:.0f} s",
                    hint=f"--concurrency is {self._at_once}; raise it, or --call-seconds",
                )
        try:
            yield
        finally:
            places.release()
