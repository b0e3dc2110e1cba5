"""The bearer token that every request to the server must carry."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MIN_LENGTH = 16


class TokenError(Exception):
    """The token file cannot be used; the message says why and what to do."""


def read_token(path: Path) -> str:
    """The token in `path`, without surrounding white space. Raises TokenError."""
    try:
        token = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise TokenError(
            f"the token file {path} cannot be read: {error}; the provider writes it before boot"
        ) from error
    if len(token) < MIN_LENGTH:
        raise TokenError(
            f"the token in {path} has {len(token)} characters; write at least {MIN_LENGTH} random ones"
        )
    return token


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
