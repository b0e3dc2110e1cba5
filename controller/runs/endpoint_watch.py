"""Notices a model API that is gone: a run without one would boot a guest for each failure that is left."""

from __future__ import annotations

import threading

from controller.records.run_info import EpisodeResult
from testbed.errors import ModelApiError

FAILED_EPISODES = 3
"""This many episodes in a row that the model API has ended end the run: the API is gone, not an episode's luck."""


class EndpointWatch:
    """Counts the episodes in a row that the model API has ended. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failed = 0

    def note(self, result: EpisodeResult) -> None:
        """Take in an episode's result; one that failed for another reason says nothing about the API.

        Raises:
            ModelApiError: So many episodes in a row have failed that the run must stop.
        """
        error = result.error
        with self._lock:
            if result.status != "infra_error":
                self._failed = 0
            elif error is not None and error.type == ModelApiError.__name__:
                self._failed += 1
            failed = self._failed
        if failed >= FAILED_EPISODES and error is not None:
            raise ModelApiError(
                f"the model API failed in {failed} episodes in a row: {error.message}",
                hint="is the endpoint still there? When it is, go on with `testbed resume`",
            )
