"""Connections to the desktop's X server that outlive a restart of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError, XError
from Xlib.protocol.rq import Request

from mcp_tools.registry import ToolError

Result = TypeVar("Result")

LOST = (ConnectionClosedError, DisplayError, OSError)
"""What python-xlib raises when the server is gone or cannot be reached."""


class XConnection:
    """One connection, used by one thread at a time, made when first needed and again after it was lost."""

    def __init__(self, setup: Callable[[Display], None] | None = None) -> None:
        """`setup` runs on every new connection."""
        self._lock = threading.RLock()
        self._display: Display | None = None
        self._setup = setup

    @contextmanager
    def use(self) -> Iterator[Display]:
        """The open connection, exclusively. A loss in the middle is a ToolError: nothing is done twice."""
        with self._lock:
            try:
                yield self._open()
            except LOST as error:
                self._drop()
                name = os.environ.get("DISPLAY", "(DISPLAY is not set)")
                raise ToolError(
                    f"the X server {name} is not reachable: {error!r}. "
                    "The session starts it again by itself; look at the screen and try again"
                ) from error

    def query(self, question: Callable[[Display], Result]) -> Result:
        """Run a query that changes nothing; it is repeated once if the connection was lost."""
        with self._lock:
            try:
                return question(self._open())
            except LOST:
                self._drop()
            with self.use() as display:
                return question(display)

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _open(self) -> Display:
        if self._display is None:
            display = Display()
            display.set_error_handler(_ignore_late_error)
            if self._setup is not None:
                self._setup(display)
            self._display = display
        return self._display

    def _drop(self) -> None:
        display, self._display = self._display, None
        if display is not None:
            try:
                display.close()
            except LOST:
                return


def _ignore_late_error(_error: XError, _request: Request | None) -> None:
    """Such errors are of requests without reply: a window closed in between. Others raise."""
