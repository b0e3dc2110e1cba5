"""Sends one HTTP request and reads the whole response: what is below a model transport.

The transport's retries, limits and records are in the driver. A sender may be elsewhere, on a node of a cluster, so
what it gets and gives is plain data.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Protocol, runtime_checkable
from urllib.parse import urlsplit

import httpx2

from controller.models.exchange import HttpResponse

CONNECT_SECONDS = 10.0
RESPONSE_LIMIT = 64 * 2**20
"""Largest response accepted, in bytes."""
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""Variables that name a file or folder of trusted certificates instead of the system's."""
_PROXIES = ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY")
_TRANSPORT_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A whole request. `headers` hold the key."""

    method: str
    url: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = field(repr=False)
    body: bytes = field(repr=False)


class Failure(Enum):
    """Why there is no whole response."""

    ADDRESS = "the URL is no HTTP address"
    PROXY = "the environment names a proxy that cannot be used"
    LATE = "it did not come in time"
    BROKEN = "the connection was not made or broke"
    LARGE = "it is larger than RESPONSE_LIMIT"


@dataclass(frozen=True, slots=True)
class SendFailure:
    """A request without a whole response."""

    kind: Failure
    text: str


@runtime_checkable
class HttpSender(Protocol):
    """What sends requests."""

    def send_http(self, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        """Send a request once and return its whole response, decompressed, within so many seconds.

        Redirects are not followed. Raises InfraError when the sender itself is lost.
        """
        ...


class OwnSender:
    """Sends requests from this process, through the environment's proxies; to this host itself without."""

    def __init__(self) -> None:
        self._clients: dict[bool, httpx2.Client] = {}
        self._lock = threading.Lock()

    def send_http(self, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        """See `HttpSender`."""
        seconds = max(seconds, 0.001)
        end = time.monotonic() + seconds
        try:
            client = self._client(direct=_is_this_host(request.url))
        except (ImportError, ValueError, httpx2.InvalidURL) as error:
            return SendFailure(Failure.PROXY, _proxy_fault(error))
        try:
            prepared = client.build_request(
                request.method,
                request.url,
                headers=list(request.headers),
                content=request.body,
                timeout=httpx2.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS)),
            )
            streamed = client.send(prepared, stream=True)
            try:
                body = _read_body(streamed, end)
            finally:
                streamed.close()
        except (httpx2.UnsupportedProtocol, httpx2.InvalidURL) as error:
            return SendFailure(Failure.ADDRESS, str(error))
        except (httpx2.RequestError, OSError) as error:
            if time.monotonic() >= end or isinstance(error, httpx2.ReadTimeout | httpx2.WriteTimeout):
                return SendFailure(Failure.LATE, str(error) or "it sent nothing")
            return SendFailure(Failure.BROKEN, str(error) or type(error).__name__)
        if isinstance(body, SendFailure):
            return body
        headers = {
            name.lower(): value
            for name, value in streamed.headers.items()
            if name.lower() not in _TRANSPORT_HEADERS
        }
        return HttpResponse(streamed.status_code, headers, body)

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            for client in self._clients.values():
                client.close()

    def _client(self, *, direct: bool) -> httpx2.Client:
        """The client without or with proxies. Raises what httpx2 does for proxies that cannot be used."""
        with self._lock:
            if direct not in self._clients:
                trusted = _certificates(*map(os.environ.get, _CERTIFICATES))
                self._clients[direct] = httpx2.Client(
                    timeout=None, follow_redirects=False, verify=trusted, trust_env=not direct
                )
            return self._clients[direct]


def _is_this_host(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or host.endswith(".localhost") or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _proxy_fault(error: Exception) -> str:
    """Which variables name a proxy that cannot be used, and why; not its address, which may have a password."""
    named = [name for name in _PROXIES for name in (name, name.lower()) if os.environ.get(name)]
    kind = (
        "a SOCKS proxy needs the package socksio"
        if isinstance(error, ImportError)
        else "its address is none of an http, https or socks5 proxy"
    )
    return f"{', '.join(named)}: {kind}"


@cache
def _certificates(_file: str | None, _folder: str | None) -> ssl.SSLContext:
    """The certificates that the environment trusts. Reading them takes longer than a small request."""
    return httpx2.create_ssl_context()


def _read_body(response: httpx2.Response, end: float) -> bytes | SendFailure:
    """Read the whole body before a time. A read's own timeout would restart with every chunk."""
    aborted = threading.Event()
    timer = threading.Timer(max(end - time.monotonic(), 0), _abort, (response, aborted))
    timer.daemon = True
    timer.start()
    body = bytearray()
    try:
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > RESPONSE_LIMIT:
                return SendFailure(Failure.LARGE, f"larger than {RESPONSE_LIMIT // 2**20} MiB")
    finally:
        timer.cancel()
    if aborted.is_set():  # which may look like the end of a response of unknown length
        return SendFailure(Failure.LATE, "its response did not end")
    return bytes(body)


def _abort(response: httpx2.Response, aborted: threading.Event) -> None:
    """End a connection in the middle of a response, from another thread than the one that reads."""
    aborted.set()
    stream = response.extensions.get("network_stream")
    open_socket = stream.get_extra_info("socket") if stream is not None else None
    if open_socket is not None:
        with suppress(OSError):  # it has ended by itself
            open_socket.shutdown(socket.SHUT_RDWR)
