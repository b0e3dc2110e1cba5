"""HTTP through an ssh connection: a transport for httpx2 whose connections are channels to the guest's loopback.

Nothing listens on the host, so no other process of the host can reach the guest's server.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import httpcore2
import httpx2
import paramiko

from controller.guests.link.ssh import close_channel
from testbed.errors import GuestConnectionError

OpenChannel = Callable[[int], paramiko.Channel]
"""Opens a stream to a port of the guest's loopback."""

LOOPBACK = "127.0.0.1"
_CHUNK = 1 << 18
_WAITING_CHUNKS = 16
"""How many received pieces wait for a reader before no more are received."""


@dataclass
class ResponseLimit:
    """The most bytes that a response may have, and whether one had more: the guest's server may be a hostile one."""

    size: int
    exceeded: bool = False


class TunnelTransport(httpx2.AsyncBaseTransport):
    """Sends requests through channels; kept open and used again between requests."""

    def __init__(self, open_channel: OpenChannel, limit: ResponseLimit) -> None:
        self._limit = limit
        self._pool = httpcore2.AsyncConnectionPool(
            network_backend=_Backend(open_channel), keepalive_expiry=None
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        assert isinstance(request.stream, httpx2.AsyncByteStream)
        try:
            response = await self._pool.handle_async_request(
                httpcore2.Request(
                    method=request.method,
                    url=httpcore2.URL(
                        scheme=request.url.raw_scheme,
                        host=request.url.raw_host,
                        port=request.url.port,
                        target=request.url.raw_path,
                    ),
                    headers=request.headers.raw,
                    content=request.stream,
                    extensions=request.extensions,
                )
            )
        except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
            raise httpx2.ConnectError(str(error), request=request) from error
        except httpcore2.TimeoutException as error:
            raise httpx2.TimeoutException(str(error), request=request) from error
        return httpx2.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_Body(response, self._limit),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._pool.aclose()


class _Body(httpx2.AsyncByteStream):
    def __init__(self, response: httpcore2.Response, limit: ResponseLimit) -> None:
        self._answer = response
        self._limit = limit
        # An event stream lasts as long as its session; the session limits each of its events.
        self._is_limited = not any(
            name.lower() == b"content-type" and value.startswith(b"text/event-stream")
            for name, value in response.headers
        )

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            size = 0
            async for part in self._answer.aiter_stream():
                size += len(part)
                if self._is_limited and size > self._limit.size:
                    self._limit.exceeded = True
                    raise httpx2.ReadError(f"a response of over {self._limit.size} bytes")
                yield part
        except (httpcore2.NetworkError, httpcore2.ProtocolError) as error:
            raise httpx2.ReadError(str(error)) from error

    async def aclose(self) -> None:
        await self._answer.aclose()


class _Backend(httpcore2.AsyncNetworkBackend):
    def __init__(self, open_channel: OpenChannel) -> None:
        self._open_channel = open_channel

    async def connect_tcp(
        self, host: str, port: int, *_: Any, **_options: Any
    ) -> httpcore2.AsyncNetworkStream:
        if host != LOOPBACK:
            raise httpcore2.ConnectError(f"the tunnel leads to the guest's {LOOPBACK} only, not to {host}")
        try:
            channel = await asyncio.to_thread(self._open_channel, port)
        except (OSError, GuestConnectionError) as error:
            raise httpcore2.ConnectError(str(error)) from error
        return _Stream(channel)


class _Stream(httpcore2.AsyncNetworkStream):
    """A channel as a stream of bytes: one thread waits for what arrives and hands it to the event loop."""

    def __init__(self, channel: paramiko.Channel) -> None:
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._arrived: asyncio.Queue[bytes] = asyncio.Queue()
        self._room = threading.Semaphore(_WAITING_CHUNKS)
        self._rest = b""
        self._ended = False
        threading.Thread(target=self._receive, name="ssh-tunnel", daemon=True).start()

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if not self._rest and not self._ended:
            try:
                self._rest = await asyncio.wait_for(self._arrived.get(), timeout)
            except TimeoutError:
                raise httpcore2.ReadTimeout(f"nothing arrived for {timeout} s") from None
            self._room.release()
            self._ended = not self._rest
        data, self._rest = self._rest[:max_bytes], self._rest[max_bytes:]
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        try:
            if len(buffer) <= _CHUNK and self._channel.send_ready():
                self._channel.sendall(buffer)
            else:
                await asyncio.wait_for(asyncio.to_thread(self._channel.sendall, buffer), timeout)
        except TimeoutError:
            raise httpcore2.WriteTimeout(f"could not send for {timeout} s") from None
        except (OSError, EOFError, paramiko.SSHException) as error:
            raise httpcore2.WriteError(str(error)) from error

    async def aclose(self) -> None:
        close_channel(self._channel)
        self._room.release()  # the receiving thread finds the channel closed

    async def start_tls(self, *_: Any, **_options: Any) -> httpcore2.AsyncNetworkStream:
        raise httpcore2.UnsupportedProtocol("the tunnel is encrypted already; use http://")

    def get_extra_info(self, info: str) -> Any:
        return self._channel.closed or self._channel.eof_received if info == "is_readable" else None

    def _receive(self) -> None:
        data = b"."
        while data:
            self._room.acquire()
            try:
                data = self._channel.recv(_CHUNK)
            except (OSError, EOFError):
                data = b""
            try:
                self._loop.call_soon_threadsafe(self._arrived.put_nowait, data)
            except RuntimeError:
                return  # the loop is closed: nobody reads any more
