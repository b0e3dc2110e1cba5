"""The other side of D-Bus on a real socket, played by threads."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp_tools.computer.dbus_values import read_values

Answer = Callable[[int, str, str, tuple[Any, ...]], bytes]
"""Makes an answer, or nothing, to a call: its serial number, destination, method and arguments."""
_DESTINATION, _METHOD, _SIGNATURE = 6, 3, 8


class Peer:
    """Listens at `address` until it is closed."""

    def __init__(self, path: Path, answer: Answer, greeting: bytes = b"OK 1234\r\n") -> None:
        self.address = f"unix:path={path},guid=1234"
        self._answer = answer
        self._greeting = greeting
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as calls:
            assert calls.readline().startswith(b"\0AUTH EXTERNAL ")
            connection.sendall(self._greeting)
            calls.readline()
            while fixed := calls.read(16):
                size, serial, fields_size = struct.unpack_from("<3I", fixed, 4)
                header = fixed + calls.read(fields_size)
                calls.read(-fields_size % 8)
                fields = dict(read_values("yyyyuua(yv)", header)[-1])
                arguments = read_values(fields.get(_SIGNATURE, ""), calls.read(size))
                connection.sendall(
                    self._answer(serial, fields.get(_DESTINATION, ""), fields[_METHOD], arguments)
                )
