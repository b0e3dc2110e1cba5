"""VLC's HTTP interface as OSWorld's clients expect it: under OSWorld's password.

The guest's VLC has another port and another password, which the tools and checkers use.
"""

from __future__ import annotations

import hmac
import socket

import httpx2
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from plugins.osworld.serving.forwarding import ForwardedPort
from plugins.osworld.serving.http import LOOPBACK
from plugins.osworld.serving.served_app import ServedApp
from plugins.osworld.tasks.judge.in_sandbox.environment import (
    GUEST_VLC_PASSWORD,
    GUEST_VLC_PORT,
    VLC_PASSWORD,
)
from testbed.guests import OffersPorts

ANSWER_SECONDS = 20.0


class ServedVlc:
    """A port of this host's loopback where the guest's VLC answers to OSWorld's password, until it is closed."""

    def __init__(self, guest: OffersPorts) -> None:
        """Listen on a free port. Raises OSError."""
        self._forwarded = ForwardedPort(guest, GUEST_VLC_PORT)
        base = f"http://127.0.0.1:{self._forwarded.port}"
        app = make_app(base)
        self._served = ServedApp(app, socket.create_server(("127.0.0.1", 0)), "osworld vlc")
        self.port = self._served.port

    def close(self) -> None:
        """Stop listening."""
        self._served.close()
        self._forwarded.close()


def make_app(base: str) -> Starlette:
    """Return the application that passes GET requests with OSWorld's password on to the VLC at the address `base`."""
    wanted = httpx2.BasicAuth("", VLC_PASSWORD)
    allowed = next(wanted.auth_flow(httpx2.Request("GET", base))).headers["Authorization"]

    def ask(path: str) -> Response:
        try:
            answer = httpx2.get(base + path, auth=("", GUEST_VLC_PASSWORD), timeout=ANSWER_SECONDS)
        except httpx2.TransportError as error:
            return Response(f"VLC does not answer in the guest: {error}", 502)
        return Response(answer.content, answer.status_code, media_type=answer.headers.get("content-type"))

    async def respond(request: Request) -> Response:
        if request.url.hostname not in LOOPBACK:
            return Response("Forbidden", 403)
        if not hmac.compare_digest(request.headers.get("authorization", ""), allowed):
            return Response("Unauthorized", 401, {"WWW-Authenticate": 'Basic realm="VLC stream"'})
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return await run_in_threadpool(ask, path)

    return Starlette(routes=[Route("/{path:path}", respond, methods=["GET"])])
