"""A connection to D-Bus or to one application, over which many calls wait for their answers at a time.

Authentication: https://dbus.freedesktop.org/doc/dbus-specification.html#auth-protocol
"""

from __future__ import annotations

import os
import re
import socket
import time
import urllib.parse
from collections.abc import Iterator
from typing import Any, Final

from mcp_tools.computer.dbus_messages import METHOD_RETURN, Call, messages, write_call

_BUS: Final = "org.freedesktop.DBus"
_CHUNK: Final = 2**18
_LINE: Final = 2**10
_UNIX: Final = re.compile(r"unix:(?:[^;,]*,)*?(path|abstract)=([^;,]*)")


class BusConnectionError(Exception):
    """Nobody is at the other side, or something that does not speak D-Bus."""


class Connection:
    """Calls are put into it without waiting; `exchange` sends and receives what is possible at once.

    Attributes:
        socket: For waiting until something can be exchanged.
        heard: When something was received last, by the monotonic clock, in seconds.
    """

    def __init__(self, address: str, seconds: float, destination: str = "") -> None:
        """Connect and authenticate as this process's user.

        Args:
            address: As D-Bus writes it; only sockets of this machine.
            seconds: Longest time to wait for the other side.
            destination: The bus name that all calls go to; empty if the other side is no bus.

        Raises:
            BusConnectionError: The address is of another kind, or nobody answers there.
        """
        match = _UNIX.search(address)
        if match is None:
            raise BusConnectionError(f"no address of a socket of this machine: {address!r}")
        place = urllib.parse.unquote(match[2])
        self._destination = destination
        self._serial = 0
        self._outgoing = bytearray()
        self._incoming = b""
        self._waiting: dict[int, int] = {}
        self.heard = time.monotonic()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(seconds)
        try:
            self.socket.connect(f"\0{place}" if match[1] == "abstract" else place)
            answer = self._authenticate()
        except OSError as error:
            self.socket.close()
            raise BusConnectionError(f"{address}: {error}") from error
        if not answer.startswith(b"OK "):
            self.socket.close()
            raise BusConnectionError(f"{address} refuses this user: {answer!r}")
        self.socket.setblocking(False)
        if destination:  # a bus wants to be greeted first
            self._serial += 1
            self._outgoing += write_call(Call("/org/freedesktop/DBus", _BUS, "Hello"), self._serial, _BUS)

    def _authenticate(self) -> bytes:
        """Tell who this is; returns the answer. Raises OSError."""
        user = str(os.getuid()).encode().hex()
        self.socket.sendall(f"\0AUTH EXTERNAL {user}\r\n".encode())
        answer = b""
        while not answer.endswith(b"\r\n") and (data := self.socket.recv(_LINE)):
            answer += data
        self.socket.sendall(b"BEGIN\r\n")
        return answer

    def close(self) -> None:
        self.socket.close()

    @property
    def is_sending(self) -> bool:
        """Whether bytes wait to be sent."""
        return bool(self._outgoing)

    @property
    def is_waiting(self) -> bool:
        """Whether a call has no answer yet."""
        return bool(self._waiting)

    def put(self, call: Call, key: int) -> None:
        """Make a call ready to be sent; its answer comes under this key."""
        self._serial += 1
        self._waiting[self._serial] = key
        self._outgoing += write_call(call, self._serial, self._destination)

    def exchange(self) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
        """Send and receive without waiting; the answers with their keys, None for errors.

        Raises:
            BusConnectionError: The other side has gone.
            ValueFormatError: It sends what is no message.
        """
        try:
            if self._outgoing:
                del self._outgoing[: self.socket.send(self._outgoing)]
            data = self.socket.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            raise BusConnectionError(str(error)) from error
        if not data:
            raise BusConnectionError("the other side has closed the connection")
        self.heard = time.monotonic()
        self._incoming += data
        taken = 0
        for message, end in messages(self._incoming):
            taken = end
            key = self._waiting.pop(message.reply_serial, None)
            if key is not None:
                yield key, message.values if message.kind == METHOD_RETURN else None
        self._incoming = self._incoming[taken:]
