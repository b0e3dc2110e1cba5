"""A port of this host's loopback that leads to one of a guest's, through its ssh connection."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from controller.guests.link.ssh import SshConnection
from tests.controller.ssh_server import pump


@contextmanager
def forwarded_port(ssh: SshConnection, port: int) -> Iterator[int]:
    """Forward a free port of this host to `port` of the guest; a connection is refused if nothing listens there."""

    class Handler(socketserver.BaseRequestHandler):
        request: socket.socket

        def handle(self) -> None:
            channel = ssh.open_tunnel(port)
            threading.Thread(target=pump, args=(channel, self.request), daemon=True).start()
            pump(self.request, channel)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()
