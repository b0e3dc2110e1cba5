"""A port of this host's loopback that leads to a port of a guest's loopback."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading

from testbed.errors import GuestConnectionError
from testbed.guests import OffersPorts

LOOPBACK = "127.0.0.1"


class ForwardedPort:
    """Forwards connections until it is closed; one is closed at once if nothing listens in the guest."""

    def __init__(self, guest: OffersPorts, guest_port: int, port: int = 0) -> None:
        """Listen on `port` of this host's loopback; 0 for a free one. Raises OSError."""

        class Handler(socketserver.BaseRequestHandler):
            request: socket.socket

            def handle(self) -> None:
                with contextlib.suppress(ConnectionRefusedError, GuestConnectionError):
                    guest.relay(self.request, guest_port)

        self._server = socketserver.ThreadingTCPServer((LOOPBACK, port), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        threading.Thread(target=self._server.serve_forever, name="forwarded port", daemon=True).start()

    @property
    def port(self) -> int:
        """The port of this host."""
        port: int = self._server.server_address[1]
        return port

    def close(self) -> None:
        """Stop listening; connections under way end with the guest's."""
        self._server.shutdown()
        self._server.server_close()
