"""A guest whose MCP server was replaced by one that floods: bounded memory and time, and a named error."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ssh import SshConnection
from testbed.errors import GuestConnectionError, GuestError, GuestTimeoutError
from tests.controller.mcp_service import TOKEN, McpService
from tests.controller.ssh_server import SshServer
from tests.memory import takes_at_most
from tests.waiting import limit

pytestmark = pytest.mark.slow

CHUNK = b"40000\r\n" + b"[" * 0x40000 + b"\r\n"


def head(content_type: str) -> bytes:
    return f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()


def endless_json(link: socket.socket) -> None:
    link.sendall(head("application/json"))
    while True:
        link.sendall(CHUNK)


def endless_event(link: socket.socket) -> None:
    link.sendall(head("text/event-stream") + b"6\r\ndata: \r\n")
    while True:
        link.sendall(CHUNK)


def endless_header(link: socket.socket) -> None:
    link.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        link.sendall(b"x" * 0x40000)


def drip(link: socket.socket) -> None:
    link.sendall(head("application/json"))
    while True:
        link.sendall(b"1\r\n[\r\n")
        time.sleep(0.05)


def deep_json(link: socket.socket) -> None:
    body = b"[" * 5_000_000
    link.sendall(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    link.sendall(body)


def garbage(link: socket.socket) -> None:
    link.sendall(b"\x1b]0;owned\x07" * 1000)


class HostileServer:
    """Answers each connection to a loopback port with `behave`."""

    def __init__(self, behave: Callable[[socket.socket], None]) -> None:
        self._behave = behave
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[link], daemon=True).start()

    def _serve(self, link: socket.socket) -> None:
        with suppress(OSError), link:
            link.recv(65536)
            self._behave(link)


@pytest.fixture
def ssh() -> Iterator[SshConnection]:
    server = SshServer()
    ssh = SshConnection(
        "127.0.0.1", port=server.port, user_key=server.user_key, host_key=server.host_key.public
    )
    yield ssh
    ssh.close()
    server.close()


@pytest.mark.parametrize(
    ("behave", "error", "message"),
    [
        (endless_json, GuestError, "over 67108864 bytes in one response to the tool test.add"),
        (endless_event, GuestConnectionError, "stayed away"),
        (endless_header, GuestConnectionError, "stayed away"),
        (drip, GuestTimeoutError, "took over 2 s"),
        (deep_json, GuestConnectionError, "stayed away"),
        (garbage, GuestConnectionError, "stayed away"),
    ],
    ids=lambda value: getattr(value, "__name__", None) or "",
)
def test_a_flood_ends_in_a_named_error(
    behave: Callable[[socket.socket], None], error: type[Exception], message: str, ssh: SshConnection
) -> None:
    server = HostileServer(behave)
    link = McpLink(ssh.open_tunnel, TOKEN, port=server.port, reconnect_seconds=1)
    began = time.monotonic()
    try:
        with takes_at_most(400), pytest.raises(error, match=message):
            link.call_tool("test.add", {"a": 1, "b": 2}, timeout=2 if behave is drip else 40)
        assert time.monotonic() - began < limit(60)
    finally:
        link.close()
        server.close()


def test_an_answer_over_the_limit_leaves_the_session_usable(
    ssh: SshConnection, tmp_path: Path, closed_port: int
) -> None:
    service = McpService(tmp_path, closed_port)
    service.start()
    link = McpLink(ssh.open_tunnel, TOKEN, port=service.port)
    try:
        with pytest.raises(GuestError, match="in one response to the tool"):
            link.call_tool("test.picture", {"size": 60_000_000}, timeout=60)
        assert link.call_tool("test.add", {"a": 2, "b": 3}).text == "5"
    finally:
        link.close()
        service.kill()
