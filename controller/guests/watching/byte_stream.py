"""A two-way stream of bytes, whatever carries it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

_CHUNK = 1 << 18


class StreamClosedError(Exception):
    """The other end closed in the middle of a message."""


class ByteStream:
    """`receive` returns some bytes, b"" at the end; `send` returns when there is room for more."""

    def __init__(
        self, receive: Callable[[], Awaitable[bytes]], send: Callable[[bytes], Awaitable[None]]
    ) -> None:
        self._receive = receive
        self.send = send
        self._rest = b""

    @classmethod
    def over(cls, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> ByteStream:
        async def send(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        return cls(lambda: reader.read(_CHUNK), send)

    async def read_some(self) -> bytes:
        """What has arrived, at least one byte; b"" at the end."""
        if self._rest:
            rest, self._rest = self._rest, b""
            return rest
        return await self._receive()

    async def read_exactly(self, size: int) -> bytes:
        """The next `size` bytes. Raises StreamClosedError."""
        while len(self._rest) < size:
            data = await self._receive()
            if not data:
                raise StreamClosedError
            self._rest += data
        piece, self._rest = self._rest[:size], self._rest[size:]
        return piece


async def relay(one: ByteStream, other: ByteStream, change: Callable[[bytes], bytes] = bytes) -> None:
    """Carry bytes both ways until either end closes; `change` sees, and may change, what `one` sends."""

    async def carry(source: ByteStream, sink: ByteStream, through: Callable[[bytes], bytes]) -> None:
        with contextlib.suppress(OSError):  # a connection that breaks ends like one that closes
            while data := await source.read_some():
                if passed := through(data):
                    await sink.send(passed)

    tasks = [asyncio.create_task(carry(one, other, change)), asyncio.create_task(carry(other, one, bytes))]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
