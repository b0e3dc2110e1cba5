"""Web pages served on this host's loopback interface: which requests are accepted, how a page is opened."""

from __future__ import annotations

import os
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from testbed.errors import UsageError

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})


class LoopbackOnly:
    """Refuses requests whose Host is not this machine's loopback, which prevents DNS rebinding.

    `policy` is the pages' Content-Security-Policy; `{host}` in it is the Host. A response without
    Cache-Control is not cached by browsers.
    """

    def __init__(self, app: ASGIApp, policy: str) -> None:
        self._app = app
        self._policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        if host_name(host) in LOOPBACK_NAMES:
            await self._app(scope, receive, _with_headers(send, self._policy.format(host=host)))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            refusal = PlainTextResponse("this page is http://127.0.0.1 only\n", status_code=421)
            await refusal(scope, receive, send)


def host_name(host: str) -> str:
    """Return the name in a Host header without its port; "" when the header is malformed."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _with_headers(send: Send, policy: str) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                (b"content-security-policy", policy.encode("latin-1")),
                (b"x-content-type-options", b"nosniff"),
                (b"referrer-policy", b"no-referrer"),
                (b"cross-origin-resource-policy", b"same-origin"),
                *([] if b"cache-control" in present else [(b"cache-control", b"no-store")]),
            ]
        await send(message)

    return answer


def listener(port: int) -> socket.socket:
    """Open a listening socket on the loopback; port 0 chooses a free one. Raises UsageError."""
    # asyncio answers without Nagle's delay only where the protocol is named; create_server names none
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise UsageError(f"port {port} cannot be used: {error}", hint="give another --port PORT") from error
    return listening


def has_desktop() -> bool:
    """Whether there is a desktop to open a browser on; browsers refuse to run as root."""
    return os.geteuid() != 0 and bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
