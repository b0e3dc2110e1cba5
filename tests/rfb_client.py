"""A small VNC client for tests: RFB 3.8 with a password, raw pixels, pointer and keys."""

from __future__ import annotations

import socket
import struct
from types import TracebackType

from PIL import Image

from controller.guests.watching.rfb import response

_PIXELS = struct.pack(">BBBBHHHBBBxxx", 32, 24, 0, 1, 255, 255, 255, 16, 8, 0)


class RefusedError(Exception):
    """The server does not let this client in; the message is its reason."""


class RfbClient:
    """Connects and logs in. Raises RefusedError, EOFError."""

    def __init__(self, port: int, password: str, *, seconds: float = 60.0) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        try:
            self._log_in(password)
            self._socket.sendall(b"\1")
            self.width, self.height = struct.unpack(">HH", self._read(4))
            self._read(16)
            (length,) = struct.unpack(">I", self._read(4))
            self.name = self._read(length).decode()
            self._socket.sendall(struct.pack(">Bxxx", 0) + _PIXELS)
            self._socket.sendall(struct.pack(">BxHi", 2, 1, 0))
        except BaseException:
            self._socket.close()
            raise

    def picture(self) -> Image.Image:
        """The whole screen as it is now, the pointer drawn into it."""
        self._socket.sendall(struct.pack(">BBHHHH", 3, 0, 0, 0, self.width, self.height))
        picture = Image.new("RGB", (self.width, self.height))
        left = self.width * self.height
        while left > 0:
            (kind,) = self._read(1)
            if kind == 2:  # bell
                continue
            if kind == 3:  # clipboard
                (length,) = struct.unpack(">xxxI", self._read(7))
                self._read(length)
                continue
            assert kind == 0, f"unexpected message {kind}"
            (count,) = struct.unpack(">xH", self._read(3))
            for _ in range(count):
                x, y, width, height, encoding = struct.unpack(">HHHHi", self._read(12))
                assert encoding == 0, f"unexpected encoding {encoding}"
                data = self._read(4 * width * height)
                picture.paste(Image.frombytes("RGB", (width, height), data, "raw", "BGRX"), (x, y))
                left -= width * height
        return picture

    def point(self, x: int, y: int, buttons: int = 0) -> None:
        self._socket.sendall(struct.pack(">BBHH", 5, buttons, x, y))

    def key(self, keysym: int) -> None:
        for down in (1, 0):
            self._socket.sendall(struct.pack(">BBxxI", 4, down, keysym))

    def hold(self, modifier: int, keysym: int) -> None:
        """Press a key while another is held down."""
        self._socket.sendall(struct.pack(">BBxxI", 4, 1, modifier))
        self.key(keysym)
        self._socket.sendall(struct.pack(">BBxxI", 4, 0, modifier))

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> RfbClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def _log_in(self, password: str) -> None:
        assert self._read(12) == b"RFB 003.008\n"
        self._socket.sendall(b"RFB 003.008\n")
        (count,) = self._read(1)
        assert 2 in self._read(count), "no password is asked for"
        self._socket.sendall(b"\2")
        self._socket.sendall(response(password, self._read(16)))
        if self._read(4) != bytes(4):
            (length,) = struct.unpack(">I", self._read(4))
            raise RefusedError(self._read(length).decode())

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self._socket.recv(min(size - len(data), 1 << 20))
            if not part:
                raise EOFError("the server closed the connection")
            data += part
        return data
