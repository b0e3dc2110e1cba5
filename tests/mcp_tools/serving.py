"""A tool server in this process, reached over its real HTTP application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from mcp_tools.action_memory import ActionMemory
from mcp_tools.registry import ToolSpec
from mcp_tools.server import ToolServer, build_app
from mcp_tools.upstream import Mount

TOKEN = "a-token-of-enough-characters"
URL = "http://127.0.0.1:8931"


@asynccontextmanager
async def http(
    journal: Path, specs: Sequence[ToolSpec], mounts: Sequence[Mount] = ()
) -> AsyncIterator[httpx2.AsyncClient]:
    """An HTTP client connected to a running application, without a token."""
    memory = ActionMemory(journal)
    app = build_app(ToolServer(specs, mounts, memory), lambda: TOKEN)
    try:
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=URL) as client,
        ):
            yield client
    finally:
        await asyncio.gather(*(mount.stop() for mount in mounts))
        memory.close()


@asynccontextmanager
async def session(
    journal: Path, specs: Sequence[ToolSpec], mounts: Sequence[Mount] = ()
) -> AsyncIterator[Client]:
    """An MCP session with the server, as the controller has it."""
    async with http(journal, specs, mounts) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        async with Client(streamable_http_client(f"{URL}/mcp", http_client=client)) as connected:
            yield connected


def text_of(result: CallToolResult) -> str:
    return "".join(block.text for block in result.content if block.type == "text")


def action(identifier: str) -> dict[str, Any]:
    return {"testbed/action_id": identifier}
