"""Bounds what an endpoint is sent, over all episodes of a run: concurrent requests, and pictures in a request."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from controller.models.exchange import RequestDeadline
from controller.models.picture_limits import PictureLimits
from testbed.errors import CancelledError, ModelApiError

POLL_SECONDS = 0.2


class ConcurrencyLimiter:
    """Allows at most `limit` concurrent requests to each endpoint; 0 is no limit. Thread-safe.

    `pictures` has what endpoints have refused of their models' requests.
    """

    def __init__(self, limit: int = 0) -> None:
        self.pictures = PictureLimits()
        self._limit = limit
        self._lock = threading.Lock()
        self._semaphores: dict[str, threading.Semaphore] = {}

    @contextmanager
    def slot(self, endpoint: str, deadline: RequestDeadline, closed: threading.Event) -> Iterator[None]:
        """Hold one of the endpoint's slots.

        Raises:
            ModelApiError: No slot became free before the deadline.
            CancelledError: `closed` was set while waiting.
        """
        if not self._limit:
            yield
            return
        with self._lock:
            semaphore = self._semaphores.setdefault(endpoint, threading.Semaphore(self._limit))
        while not semaphore.acquire(timeout=max(0.0, min(deadline.left, POLL_SECONDS))):
            if closed.is_set():
                raise CancelledError("the episode is over")
            if deadline.left <= 0:
                raise ModelApiError(
                    f"no request slot became free at {endpoint} within {deadline.seconds:.0f} s",
                    hint=f"--concurrency is {self._limit}; raise it, or --call-seconds",
                )
        try:
            yield
        finally:
            semaphore.release()
