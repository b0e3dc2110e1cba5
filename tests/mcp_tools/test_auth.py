"""Who may use the server, when its token changes or cannot be read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx2
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from mcp_tools.auth import BearerAuth
from mcp_tools.endpoint import read_token

OLD, NEW = "o" * 20, "n" * 20


async def answer(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("in")


def ask(file: Path, token: str) -> int:
    async def go() -> int:
        app = Starlette(
            routes=[Route("/", answer)],
            middleware=[Middleware(BearerAuth, token=lambda: read_token(file))],
        )
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://guest") as client:
            return (await client.get("/", headers={"Authorization": f"Bearer {token}"})).status_code

    return asyncio.run(go())


def test_a_new_token_ends_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(OLD)
    assert [ask(file, OLD), ask(file, NEW)] == [200, 401]
    file.write_text(NEW)
    assert [ask(file, OLD), ask(file, NEW)] == [401, 200]


def test_without_a_readable_token_nobody_is_let_in(tmp_path: Path) -> None:
    assert ask(tmp_path / "none", OLD) == 503
