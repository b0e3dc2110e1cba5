"""The bearer token that every request to the server must carry."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_tools.endpoint import TokenError


class BearerAuth:
    """Answers 401 unless the request carries `Authorization: Bearer <token>`, compared in constant time."""

    def __init__(self, app: ASGIApp, token: Callable[[], str]) -> None:
        """`token` is asked at each request: a machine restored from a snapshot gets a new one."""
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(Headers(scope=scope)) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, headers: Headers) -> PlainTextResponse | None:
        try:
            token = self._token()
        except TokenError as error:
            return PlainTextResponse(f"{error}\n", status_code=503)
        scheme, _, credentials = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and hmac.compare_digest(
            credentials.strip().encode(), token.encode("ascii")
        ):
            return None
        return PlainTextResponse(
            "send the guest's token as 'Authorization: Bearer ...'\n",
            status_code=401,
            headers={"WWW-Authenticate": "Bearer"},
        )
