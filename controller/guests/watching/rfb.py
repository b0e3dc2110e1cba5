"""The opening of RFB, VNC's protocol (RFC 6143), towards a guest and towards a viewer. Version 3.8 only.

testbed speaks with both sides up to the security result; what follows is passed on.
"""

from __future__ import annotations

import re
import secrets
import struct
from collections.abc import Callable

from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import Cipher, modes

from controller.guests.watching.byte_stream import ByteStream

VERSION = b"RFB 003.008\n"
NO_SECURITY = 1
VNC_PASSWORD = 2
PASSWORD_LENGTH = 8
"""More characters of a password the protocol does not look at."""

_VERSION = re.compile(rb"RFB (\d{3})\.(\d{3})\n")
_OK, _FAILED = struct.pack(">I", 0), struct.pack(">I", 1)
_LONGEST_REASON = 1024


class RfbError(Exception):
    """The other end does not speak the protocol, or refuses; the message is for people."""


async def open_screen(server: ByteStream) -> None:
    """Open a session with a server that asks for no password. Raises RfbError, StreamClosedError."""
    version = await server.read_exactly(len(VERSION))
    if version != VERSION:
        raise RfbError(f"the guest's VNC server sent {version!r} instead of {VERSION!r}")
    await server.send(VERSION)
    (count,) = await server.read_exactly(1)
    if count == 0:
        raise RfbError(f"the guest's VNC server refuses: {await _reason(server)}")
    if NO_SECURITY not in await server.read_exactly(count):
        raise RfbError("the guest's VNC server asks for a password")
    await server.send(bytes([NO_SECURITY]))
    if await server.read_exactly(4) != _OK:
        raise RfbError(f"the guest's VNC server refuses: {await _reason(server)}")


async def handshake(viewer: ByteStream, security: int) -> None:
    """Agree with a viewer on the version and the one security type. Raises RfbError, StreamClosedError."""
    await viewer.send(VERSION)
    version = _VERSION.fullmatch(await viewer.read_exactly(len(VERSION)))
    if version is None or int(version[1]) != 3:
        raise RfbError("not a VNC client")
    if int(version[2]) < 8:
        await viewer.send(bytes(4) + _text("this server speaks RFB 3.8 only"))
        raise RfbError("the VNC client is too old: it does not speak RFB 3.8")
    await viewer.send(bytes([1, security]))
    if await viewer.read_exactly(1) != bytes([security]):
        raise RfbError("the VNC client chose a security type that was not offered")


async def check_password(viewer: ByteStream, accepts: Callable[[Callable[[str], bool]], bool]) -> bool:
    """Check by challenge and response whether the viewer knows a password.

    `accepts` is called with a test for passwords and returns whether one passes. Raises StreamClosedError.
    """
    challenge = secrets.token_bytes(16)
    await viewer.send(challenge)
    encrypted = await viewer.read_exactly(16)
    return accepts(lambda password: secrets.compare_digest(encrypted, response(password, challenge)))


async def accept(viewer: ByteStream) -> None:
    await viewer.send(_OK)


async def reject(viewer: ByteStream, reason: str) -> None:
    """Refuse a viewer after the handshake, with a reason."""
    await viewer.send(_FAILED + _text(reason))


def response(password: str, challenge: bytes) -> bytes:
    """The response of a client that knows the password: the challenge under DES, the bits of each key byte reversed."""
    key = password.encode("latin-1")[:PASSWORD_LENGTH].ljust(PASSWORD_LENGTH, b"\0")
    reversed_bits = bytes(int(f"{byte:08b}"[::-1], 2) for byte in key)
    encryptor = Cipher(TripleDES(reversed_bits * 3), modes.ECB()).encryptor()  # thrice the same key is DES
    return encryptor.update(challenge) + encryptor.finalize()


async def _reason(server: ByteStream) -> str:
    (length,) = struct.unpack(">I", await server.read_exactly(4))
    return (await server.read_exactly(min(length, _LONGEST_REASON))).decode("utf-8", "replace")


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">I", len(data)) + data
