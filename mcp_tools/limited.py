"""Calls of other processes that take no time limit themselves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from mcp_tools.registry import ToolError

Result = TypeVar("Result")


class NoAnswerError(ToolError):
    """The other process did not answer within the limit."""


class LimitedCalls:
    """Calls of one process, each in a thread of its own and one at a time.

    A call that never returns keeps its thread, as it cannot be stopped. The next ones do not begin while it lasts, so
    threads do not pile up.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._free = threading.Lock()

    def call(self, function: Callable[[], Result], seconds: float, problem: Callable[[], str]) -> Result:
        """Return or raise what the function does.

        Raises NoAnswerError with the text of `problem` after `seconds`; the function may still go on then.
        """
        deadline = time.monotonic() + seconds
        if not self._free.acquire(timeout=seconds):
            raise NoAnswerError(problem())
        results: list[Result] = []
        failures: list[BaseException] = []
        ended = threading.Event()

        def work() -> None:
            try:
                results.append(function())
            except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
                failures.append(error)
            finally:
                self._free.release()
                ended.set()

        try:
            threading.Thread(target=work, name=self._name, daemon=True).start()
        except RuntimeError:  # there are too many
            self._free.release()
            raise
        if not ended.wait(max(0.0, deadline - time.monotonic())):
            raise NoAnswerError(problem())
        for failure in failures:
            raise failure
        return results[0]
