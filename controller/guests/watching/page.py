"""The browser's side of a view: a page, its session, and the screen over a WebSocket.

The page itself holds no secret. A password opens a session once; a cookie then names that browser. Requests
that name another host than this one's loopback, or come from another site's page, are refused.
"""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from controller.core.loopback import LoopbackOnly
from controller.guests.watching.byte_stream import ByteStream
from controller.guests.watching.password import OneTimePassword

STATIC = Path(__file__).parent / "static"
_LARGEST_PASSWORD = 1024
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

Viewing = Callable[[ByteStream], Awaitable[None]]
"""Shows the screen to a viewer until either goes."""


class Page:
    """The web application `app`. `about` is sent to the page once its session is open."""

    def __init__(
        self, novnc: Path | None, password: OneTimePassword, about: dict[str, object], view: Viewing
    ) -> None:
        self._password = password
        self._about = about
        self._view = view
        self._cookie = f"testbed-view-{secrets.token_hex(4)}"  # cookies are shared by all ports of a host
        self._sessions: set[str] = set()
        self.app = Starlette(
            routes=[
                Route("/", lambda _: FileResponse(STATIC / "index.html")),
                Route("/session", self._session),
                Route("/session", self._open_session, methods=["POST"]),
                WebSocketRoute("/screen", self._screen),
                Mount("/novnc", StaticFiles(directory=novnc, check_dir=False)),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(LoopbackOnly, policy=_POLICY)],
        )

    async def _session(self, request: Request) -> Response:
        return JSONResponse(self._about) if self._has_session(request) else Response(status_code=401)

    async def _open_session(self, request: Request) -> Response:
        if not same_site(request.headers):
            return PlainTextResponse("another site's page asks\n", status_code=403)
        password = await _posted_password(request)
        if not self._password.redeem(lambda right: secrets.compare_digest(password.encode(), right.encode())):
            return PlainTextResponse("this password is wrong or was used before\n", status_code=403)
        name = secrets.token_urlsafe(32)
        self._sessions.add(name)
        response = JSONResponse(self._about)
        response.set_cookie(self._cookie, name, httponly=True, samesite="strict")
        return response

    async def _screen(self, websocket: WebSocket) -> None:
        if not same_site(websocket.headers) or not self._has_session(websocket):
            await websocket.close(1008)  # before it is accepted: the browser gets a 403
            return
        await websocket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await self._view(_wire(websocket))
            if websocket.client_state is websocket.application_state is WebSocketState.CONNECTED:
                await websocket.close()

    def _has_session(self, connection: HTTPConnection) -> bool:
        cookie = connection.cookies.get(self._cookie, "").encode()
        matches = [secrets.compare_digest(cookie, known.encode()) for known in self._sessions]
        return any(matches)


def same_site(headers: Headers) -> bool:
    """Whether a request comes from this server's own page."""
    return headers.get("origin") == f"http://{headers.get('host', '')}"


async def _posted_password(request: Request) -> str:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _LARGEST_PASSWORD:
            return ""
    with contextlib.suppress(ValueError):
        posted = json.loads(body)
        if isinstance(posted, dict) and isinstance(posted.get("password"), str):
            return str(posted["password"])
    return ""


def _wire(websocket: WebSocket) -> ByteStream:
    async def receive() -> bytes:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return b""
            if data := message.get("bytes"):
                return bytes(data)

    async def send(data: bytes) -> None:
        try:
            await websocket.send_bytes(data)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise ConnectionResetError("the browser has gone") from error

    return ByteStream(receive, send)
