"""RFB's opening, towards viewers and towards a guest."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable

import pytest

from controller.guests.watching import rfb
from controller.guests.watching.byte_stream import ByteStream, StreamClosedError


def sent_to(work: Callable[[ByteStream], Awaitable[object]], *messages: bytes) -> bytes:
    """What `work` sends to a peer that sends `messages`, in those pieces."""
    pieces, sent = list(messages), []

    async def receive() -> bytes:
        return pieces.pop(0) if pieces else b""

    async def send(data: bytes) -> None:
        sent.append(data)

    async def run() -> None:
        await work(ByteStream(receive, send))

    asyncio.run(run())
    return b"".join(sent)


def test_the_answer_to_a_challenge() -> None:
    # what noVNC's own DES makes of it
    assert rfb.response("pass word", bytes(range(16))).hex() == "7b79f1b4c3eb42ee7c79ce182dc2ce82"
    assert rfb.response("pass wor", bytes(16)) == rfb.response("pass word", bytes(16))
    assert rfb.response("pass", bytes(16)) != rfb.response("pass word", bytes(16))


@pytest.mark.parametrize("version", [b"RFB 003.008\n", b"RFB 003.889\n"])
def test_a_viewer_is_greeted(version: bytes) -> None:
    sent = sent_to(lambda viewer: rfb.handshake(viewer, rfb.VNC_PASSWORD), version[:5], version[5:] + b"\2")
    assert sent == b"RFB 003.008\n\1\2"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (b"RFB 003.003\n", "too old"),
        (b"GET / HTTP/1", "not a VNC client"),
        (b"RFB 004.001\n", "not a VNC client"),
        (b"RFB 003.008\n\1", "not offered"),
    ],
)
def test_a_viewer_that_breaks_the_rules_is_not(message: bytes, reason: str) -> None:
    with pytest.raises(rfb.RfbError, match=reason):
        sent_to(lambda viewer: rfb.handshake(viewer, rfb.VNC_PASSWORD), message)


def test_a_viewer_that_leaves_in_the_middle() -> None:
    with pytest.raises(StreamClosedError):
        sent_to(lambda viewer: rfb.handshake(viewer, rfb.VNC_PASSWORD), b"RFB 0")


@pytest.mark.parametrize("typed", ["rightpwd", "wrong"])
def test_a_password_is_asked_for(typed: str) -> None:
    challenges: list[bytes] = []
    accepted: list[bool] = []

    async def receive() -> bytes:
        return rfb.response(typed, challenges[0])

    async def send(data: bytes) -> None:
        challenges.append(data)

    async def run() -> None:
        accepted.append(
            await rfb.check_password(ByteStream(receive, send), lambda matches: matches("rightpwd"))
        )

    asyncio.run(run())
    assert accepted == [typed == "rightpwd"]
    assert len(challenges[0]) == 16


def test_challenges_differ() -> None:
    def ask() -> bytes:
        return sent_to(lambda viewer: rfb.check_password(viewer, lambda matches: False), bytes(16))

    assert ask() != ask()


def test_a_refusal_says_why() -> None:
    assert sent_to(lambda viewer: rfb.reject(viewer, "why")) == struct.pack(">II", 1, 3) + b"why"


def test_a_guest_without_password_opens() -> None:
    sent = sent_to(rfb.open_screen, b"RFB 003.008\n", b"\2\1\2", bytes(4))
    assert sent == b"RFB 003.008\n\1"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (b"RFB 003.003\n", "instead of"),
        (b"RFB 003.008\n\1\2", "asks for a password"),
        (b"RFB 003.008\n\0" + struct.pack(">I", 4) + b"busy", "refuses: busy"),
        (b"RFB 003.008\n\1\1" + struct.pack(">II", 1, 4) + b"full", "refuses: full"),
        (b"RFB 003.008\n\0" + struct.pack(">I", 2**32 - 1) + b"x" * 2000, "refuses: x{1024}$"),
    ],
)
def test_a_guest_that_does_not(message: bytes, reason: str) -> None:
    with pytest.raises(rfb.RfbError, match=reason):
        sent_to(rfb.open_screen, message)
