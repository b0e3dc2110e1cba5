"""Filters of what a VNC client sends: one drops input, one reports it. Both drop the clipboard.

VNC clients send their own host's clipboard without being asked, and the guest is not to be trusted with it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

_INPUT = frozenset({4, 5, 250, 251, 255})
"""Key, pointer, power, screen size, extended key."""
_CLIPBOARD = 6
_ENCODINGS = 2
_LEFT_OUT = frozenset({-316, -1063131698})
"""Encodings that clients do not get: the one that changes the length of pointer messages, the extended clipboard."""


class InputBlocker:
    """Drops keys, pointer and all else that acts on the guest; starts at the client's first message.

    Called with what a client sends, in pieces of any size, it returns what may pass.
    """

    def __init__(self) -> None:
        self._messages = _Messages()

    def __call__(self, data: bytes) -> bytes:
        """Raise ValueError at an unknown message, since its length is unknown."""
        return b"".join(message for message in self._messages(data) if message[0] not in _INPUT)


class InputObserver:
    """Lets all but the clipboard pass and calls `on_input` with each message that acts on the guest."""

    def __init__(self, on_input: Callable[[bytes], None]) -> None:
        self._messages = _Messages()
        self._on_input = on_input

    def __call__(self, data: bytes) -> bytes:
        """Raise ValueError at an unknown message."""
        passed = []
        for message in self._messages(data):
            if message[0] in _INPUT:
                self._on_input(message)
            passed.append(message)
        return b"".join(passed)


class _Messages:
    """Whole messages out of pieces of any size. The first, which shares the screen or not, has the type 0 or 1."""

    def __init__(self) -> None:
        self._rest = b""
        self._first_passed = False

    def __call__(self, data: bytes) -> Iterator[bytes]:
        self._rest += data
        if not self._first_passed and self._rest:
            first, self._rest, self._first_passed = self._rest[:1], self._rest[1:], True
            yield first
        while self._rest:
            length = _length(self._rest)
            if length is None or len(self._rest) < length:
                break
            message, self._rest = self._rest[:length], self._rest[length:]
            if message[0] == _ENCODINGS:
                yield _without_left_out(message)
            elif message[0] != _CLIPBOARD:
                yield message


def _length(message: bytes) -> int | None:
    """The length of a message; None if too little of it has arrived."""
    kind = message[0]
    if kind in _FIXED:
        return _FIXED[kind]
    if kind not in _COUNTED:
        raise ValueError(f"unknown message {kind} of the VNC client")
    head, size = _COUNTED[kind]
    return size(message) if len(message) >= head else None


def _without_left_out(message: bytes) -> bytes:
    """The encodings a client asks for, without those in `_LEFT_OUT`."""
    count = (len(message) - 4) // 4
    encodings = [item for item in struct.unpack_from(f">{count}i", message, 4) if item not in _LEFT_OUT]
    return struct.pack(f">BxH{len(encodings)}i", _ENCODINGS, len(encodings), *encodings)


def _encodings(message: bytes) -> int:
    return 4 + 4 * int.from_bytes(message[2:4], "big")


def _clipboard(message: bytes) -> int:
    return 8 + abs(int.from_bytes(message[4:8], "big", signed=True))  # negative for the extended clipboard


_FIXED = {0: 20, 3: 10, 4: 8, 5: 6, 150: 10, 250: 4, 255: 12}
_COUNTED: dict[int, tuple[int, Callable[[bytes], int]]] = {
    _ENCODINGS: (4, _encodings),
    _CLIPBOARD: (8, _clipboard),
    248: (9, lambda message: 9 + message[8]),
    251: (8, lambda message: 8 + 16 * message[6]),
}
"""How many bytes encode a message's length, and how."""
