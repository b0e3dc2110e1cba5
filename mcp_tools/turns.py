"""Turns: calls that touch one application are executed one at a time, in the order they came.

Agents send several calls side by side, and an application has one state. A turn lasts until the call has really
ended, not until it was answered: after a call that did not finish in time, the next ones are refused instead of
changing the application together with it. Reading calls take turns too, so that each sees what was done before.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from contextlib import suppress

from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout

WAIT_SECONDS = scale_timeout(60.0)
"""How long a call waits for those before it."""
ABANDONED_SECONDS = scale_timeout(2.0)
"""How long it waits for one that was answered because it did not finish."""
LOOK_SECONDS = 0.5
"""How often a waiting call checks whether the one before it was abandoned."""


class Turn:
    """A call's place in the queue of its application. Used from one event loop."""

    def __init__(self, name: str, queue: deque[Turn]) -> None:
        self._name = name
        self._queue = queue
        self._over = asyncio.Event()
        self._abandoned = False
        queue.append(self)

    async def begin(self) -> None:
        """Wait for the calls before. Raises ToolError after a bounded time, and gives up the place then."""
        loop = asyncio.get_running_loop()
        latest, patience = loop.time() + WAIT_SECONDS, ABANDONED_SECONDS
        try:
            while (first := self._queue[0]) is not self:
                if patience <= 0 or loop.time() >= latest:
                    raise ToolError(first._blocking_call())
                began = loop.time()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await first._over.wait()
                if first._abandoned:
                    patience -= loop.time() - began
        except BaseException:
            self.end()
            raise

    def abandon(self) -> None:
        """Mark this call as answered but not ended, for the calls that wait for it."""
        self._abandoned = True

    def end(self) -> None:
        """Let the next call begin. To end a turn twice does nothing."""
        if not self._over.is_set():
            self._over.set()
            self._queue.remove(self)

    def _blocking_call(self) -> str:
        if self._abandoned:
            return (
                f"an earlier call of {self._name} did not finish in time and still runs, so nothing was done. Look "
                "at the screen: answer or close a dialog that is open, or close the application; then try again"
            )
        return (
            f"nothing was done: {self._name} and other calls that came before took longer than "
            f"{WAIT_SECONDS:g} s; try again when they have been answered"
        )


class Turns:
    """The queues, one an application."""

    def __init__(self) -> None:
        self._queues: defaultdict[str, deque[Turn]] = defaultdict(deque)

    def take(self, queue: str | None, name: str) -> Turn:
        """The last place in a queue, for a call of the tool `name`; `begin` waits until it is the first.

        With None as the queue it waits for nobody.
        """
        return Turn(name, deque() if queue is None else self._queues[queue])
