"""A VNC server in this process, for tests: opens a session, then tells what it gets."""

from __future__ import annotations

import contextlib
import queue
import socket
import struct
import threading

SERVER_INIT = struct.pack(">HH16xI", 4, 3, 4) + b"test"


class VncServer:
    """`connect` gives one end of a session; all a client sends after the opening arrives in `received`."""

    def __init__(self, *, version: bytes = b"RFB 003.008\n", security: bytes = b"\1\1") -> None:
        self._opening = (version, security)
        self.received: queue.Queue[bytes] = queue.Queue()
        self.sessions: list[socket.socket] = []

    def connect(self) -> socket.socket:
        local, remote = socket.socketpair()
        self.sessions.append(remote)
        threading.Thread(target=self._serve, args=(remote,), daemon=True).start()
        return local

    def _serve(self, client: socket.socket) -> None:
        version, security = self._opening
        with contextlib.suppress(OSError), client:
            client.sendall(version)
            client.recv(12)
            client.sendall(security)
            if client.recv(1) != b"\1":
                return
            client.sendall(bytes(4))
            first = client.recv(1)
            if not first:
                return
            client.sendall(SERVER_INIT)
            self.received.put(first)
            while data := client.recv(65536):
                self.received.put(data)
        self.received.put(b"")
