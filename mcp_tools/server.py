"""The guest's MCP server: every registered tool and every mounted server behind one endpoint.

Streamable HTTP on 127.0.0.1:8931/mcp; each request carries the bearer token, each call of a tool may carry
its action's id in `_meta` and is then executed at most once.
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import gc
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types import (
    INTERNAL_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from starlette.applications import Starlette
from starlette.middleware import Middleware

from mcp_tools.action_memory import ACTION_ID, ACTION_ID_CHARACTERS, ActionMemory
from mcp_tools.auth import BearerAuth
from mcp_tools.calls import LocalTool, encodable, error_result
from mcp_tools.discovery import import_tools
from mcp_tools.endpoint import HOST, PORT, TOKEN_FILE, TokenError, read_token
from mcp_tools.messages import shorten
from mcp_tools.mounted import UPSTREAM_SERVERS
from mcp_tools.registry import ToolSpec, all_tools
from mcp_tools.server_pool import AddedServers, pool_servers
from mcp_tools.turns import Turns
from mcp_tools.upstream import Mount, UpstreamError, UpstreamServer

log = logging.getLogger(__name__)

KEEP_ALIVE_SECONDS = 3600
"""The controller keeps one connection open, idle while its agent thinks."""


class ToolServer:
    """Lists and calls local tools and mounted servers' tools."""

    def __init__(
        self,
        specs: Sequence[ToolSpec],
        mounts: Sequence[Mount],
        memory: ActionMemory,
        *,
        headless: bool = False,
        added: AddedServers | None = None,
    ) -> None:
        self._headless = headless
        self._added = added
        self._turns = Turns()
        self._local = {spec.name: LocalTool(spec, self._turns) for spec in specs}
        self._mounts = tuple(mounts)
        self._memory = memory
        # Without its last argument the library lists all tools at each call, to look at one schema.
        self.mcp: Server[dict[str, Any]] = Server(
            "testbed",
            on_list_tools=self._on_list_tools,
            on_call_tool=self._on_call_tool,
            get_tool_input_schema=self._input_schema,
        )

    async def call(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        """Execute a call; every failure is a result with `is_error`, every text one that UTF-8 can express."""
        result: CallToolResult = encodable(await self._result(name, arguments))
        return result

    async def _result(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        if name in self._local:
            return await self._local[name].call(arguments)
        for mount in self._all_mounts():
            if mount.owns(name) and mount.server.offered():
                try:
                    return await mount.call(name, arguments, self._turns)
                except KeyError:
                    break
        return error_result(await self._unknown(name))

    def _input_schema(self, name: str) -> dict[str, Any] | None:
        """The input schema of a tool, None where it is not known yet: nothing is started for it."""
        if name in self._local:
            return self._local[name].input_schema
        mount = next((mount for mount in self._all_mounts() if mount.owns(name)), None)
        return mount.input_schema(name) if mount else None

    def _all_mounts(self) -> list[Mount]:
        return [*self._mounts, *(self._added.mounts() if self._added else ())]

    def _shown_mounts(self) -> list[Mount]:
        return [mount for mount in self._all_mounts() if mount.server.offered()]

    async def _on_list_tools(
        self, _context: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        tools = [tool.to_listed() for tool in self._local.values()]
        try:
            for listed in await asyncio.gather(*(mount.list_tools() for mount in self._shown_mounts())):
                tools += listed
        except UpstreamError as error:
            raise MCPError(INTERNAL_ERROR, str(error)) from error
        return ListToolsResult(tools=sorted(tools, key=lambda tool: tool.name))

    async def _on_call_tool(
        self, _context: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult:
        arguments = params.arguments or {}
        action_id = (params.meta or {}).get(ACTION_ID)
        if action_id is None:
            return await self.call(params.name, arguments)
        if not isinstance(action_id, str) or not 0 < len(action_id) <= ACTION_ID_CHARACTERS:
            return error_result(f"_meta {ACTION_ID} must be a text of 1 to {ACTION_ID_CHARACTERS} characters")
        return await self._memory.once(action_id, params.name, lambda: self.call(params.name, arguments))

    async def _unknown(self, name: str) -> str:
        if self._headless and "." in name:
            return (
                f"there is no tool {shorten(name)}: this guest is headless, it has neither a screen nor desktop "
                "applications; call one of the listed tools"
            )
        names = list(self._local)
        for mount in self._shown_mounts():
            try:
                names += [tool.name for tool in await mount.list_tools()]
            except UpstreamError as error:
                log.warning("%s", error)
        close = difflib.get_close_matches(name[:200], names, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else "list the tools to see what there is"
        return f"there is no tool {shorten(name)}; {hint}"


def build_app(server: ToolServer, token: Callable[[], str]) -> Starlette:
    """The ASGI application: the MCP endpoint at /mcp, behind the token, for loopback clients only."""
    app = server.mcp.streamable_http_app(json_response=True, session_idle_timeout=None, host=HOST)
    app.user_middleware.insert(0, Middleware(BearerAuth, token=token))
    return app


async def serve(
    token: Callable[[], str],
    port: int,
    journal: Path,
    upstream: Sequence[UpstreamServer],
    *,
    headless: bool = False,
) -> None:
    """Serve until the process is asked to stop by a signal; in a headless guest only mounted servers' tools."""
    if not headless:  # all other tools drive the desktop; importing them takes time and memory
        import_tools()
    memory = ActionMemory(journal)
    mounts = [Mount(server) for server in upstream]
    added = AddedServers()
    app = build_app(ToolServer(all_tools(), mounts, memory, headless=headless, added=added), token)
    gc.collect()
    gc.freeze()  # a full collection would look at all that was imported, while a call waits
    gc.enable()
    try:
        config = uvicorn.Config(
            app,
            host=HOST,
            port=port,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=2,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
        )
        await uvicorn.Server(config).serve()
    finally:
        await asyncio.gather(*(mount.stop() for mount in mounts), added.stop())
        memory.close()


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m mcp_tools", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help="TCP port on 127.0.0.1 (%(default)s)")
    parser.add_argument("--token-file", type=Path, default=TOKEN_FILE, help="the bearer token (%(default)s)")
    parser.add_argument(
        "--headless", action="store_true", help="there is no desktop: only mounted servers' tools"
    )
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime is None:
        parser.error("XDG_RUNTIME_DIR is not set; start the server inside the user's session")
    try:
        read_token(options.token_file)
    except TokenError as error:
        parser.error(str(error))
    journal = Path(runtime, "testbed", "actions.jsonl")
    asyncio.run(
        serve(
            lambda: read_token(options.token_file),
            options.port,
            journal,
            (*UPSTREAM_SERVERS, *pool_servers()),
            headless=options.headless,
        )
    )
