"""Connections of evaluators in the sandbox to the guest's browser."""

from __future__ import annotations

import contextlib
import os
import socket
import threading

from testbed.errors import GuestConnectionError, NotRecordedError
from testbed.guests import GuestView, OffersPorts

PORTS = (1337, 9222)
"""The browser's ports in the order in which they are tried. Where a task has started it with 1337, socat leads there
from 9222, but socat is stopped while the guest is judged."""
MOST = 64
"""Most connections that are carried at the same time; further ones are closed."""


class BrowserConnections(threading.Thread):
    """Carries the connections that arrive over a Unix socket, until its other end is closed."""

    def __init__(self, arriving: socket.socket, view: GuestView) -> None:
        super().__init__(name="browser connections", daemon=True)
        self._arriving = arriving
        self._view = view
        self._free = threading.BoundedSemaphore(MOST)

    def run(self) -> None:
        """Take connections until there are no more."""
        with contextlib.suppress(OSError):  # the socket is closed with the verdict
            while True:
                message, descriptors, _, _ = socket.recv_fds(self._arriving, 1, 1)
                if not message:
                    return
                for descriptor in descriptors:
                    self._take(descriptor)

    def _take(self, descriptor: int) -> None:
        """Carry a connection; what else arrives, as from code of the agent's, is closed."""
        try:
            connection = socket.socket(fileno=descriptor)
        except OSError:
            os.close(descriptor)
            return
        self._carry(connection)

    def _carry(self, connection: socket.socket) -> None:
        if not self._free.acquire(blocking=False):
            connection.close()
            return

        def carry() -> None:
            with connection, contextlib.suppress(GuestConnectionError, NotRecordedError):
                self._relay(connection)
            self._free.release()

        threading.Thread(target=carry, name="browser connection", daemon=True).start()

    def _relay(self, connection: socket.socket) -> None:
        if isinstance(self._view, OffersPorts):
            for port in PORTS:
                with contextlib.suppress(ConnectionRefusedError):
                    self._view.relay(connection, port)
                    return
