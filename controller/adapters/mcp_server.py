"""MCP server with a guest's tools, over stdio or streamable HTTP on this host's loopback."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, cast

import uvicorn
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    INTERNAL_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ImageContent,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool
from starlette.middleware import Middleware

from controller.adapters.served_names import choose_names
from controller.core.guest import GUI_PREFIX, Guest, Tool, ToolResult
from controller.core.interrupts import ignore_interrupts
from controller.core.windows import windows_of
from controller.tool_filter.base import ToolFilter, make_request
from controller.tool_filter.builtin.router import EXECUTE, ROUTE, RoutedTools
from controller.tool_filter.registry import retriever_of
from mcp_tools.action_memory import ACTION_ID, ACTION_ID_CHARACTERS, ActionMemory
from mcp_tools.auth import BearerAuth
from mcp_tools.calls import error_result
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError
from mcp_tools.turns import Turns
from testbed.errors import GuestError, TestbedError

POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class ServedTools:
    """Selection of a guest's tools that clients are offered.

    Attributes:
        tool_filter: The tool filter.
        instruction: The text that a retrieving filter searches for.
        gui: Whether `computer.*` is offered too.
        plain_names: Whether tools get short names without dots (see `choose_names`).
    """

    tool_filter: ToolFilter
    instruction: str = ""
    gui: bool = True
    plain_names: bool = False


class ToolProxy:
    """Forwards a client's calls to a guest; the filter selects the tools at each list request."""

    def __init__(self, guest: Guest, offer: ServedTools) -> None:
        self._guest = guest
        self._offer = offer
        self._catalogue = guest.list_tools()
        self._names = choose_names(tool.name for tool in (*self._catalogue, ROUTE, EXECUTE))
        self._pool = RoutedTools(
            [tool for tool in self._catalogue if not tool.name.startswith(GUI_PREFIX)],
            retriever_of(offer.tool_filter),
        )
        self._tools = {tool.name: tool for tool in self._catalogue}
        self._offered: dict[str, str] = {}
        self._used: list[str] = []
        self._turns = Turns()
        self._memory = ActionMemory(None)

    def list_tools(self) -> list[Tool]:
        """The tools that a client is shown now, with canonical names. Raises GuestError."""
        windows = windows_of(self._guest)
        request = make_request(self._offer.instruction, windows, self._used)
        gui = [tool for tool in self._catalogue if tool.name.startswith(GUI_PREFIX)]
        others = [tool for tool in self._catalogue if not tool.name.startswith(GUI_PREFIX)]
        return [*(gui if self._offer.gui else ()), *self._offer.tool_filter.choose(others, request)]

    def offer(self) -> dict[str, Tool]:
        """The tools that a client is shown now, by the names that it calls them by from now on. Raises GuestError."""
        shown = {self._client_name(tool): tool for tool in self.list_tools()}
        self._offered.update((name, tool.name) for name, tool in shown.items())
        return shown

    def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        """Call a tool.

        Args:
            name: The tool's name in a list, now or earlier; the result for any other name is an error.
            arguments: The tool's arguments.

        Raises:
            GuestError: The guest cannot be reached.
        """
        canonical = self._offered.get(name)
        if canonical is None:
            return ToolResult(
                f"The tool {shorten(name)} is not offered. List the tools to see those that are.", True
            )
        if canonical == ROUTE.name:
            return self._pool.route(arguments)
        if canonical == EXECUTE.name:
            call = self._pool.call(arguments)
            if isinstance(call, str):
                return ToolResult(call, is_error=True)
            canonical, arguments = call.name, call.arguments
        if canonical not in self._used:
            self._used.append(canonical)
        return self._guest.call_tool(canonical, arguments)

    async def answer_list(self) -> ListToolsResult:
        """Answer a client's `tools/list`. Raises MCPError."""
        try:
            shown = await asyncio.to_thread(self.offer)
        except GuestError as error:
            raise MCPError(INTERNAL_ERROR, error.message) from error
        return ListToolsResult(tools=[_to_listed_tool(name, tool) for name, tool in shown.items()])

    async def answer_call(self, params: CallToolRequestParams) -> CallToolResult:
        """Answer a client's `tools/call`. Raises MCPError."""
        action_id = (params.meta or {}).get(ACTION_ID)
        if action_id is None:
            return await self._call_in_turn(params)
        if not isinstance(action_id, str) or not 0 < len(action_id) <= ACTION_ID_CHARACTERS:
            return error_result(f"_meta {ACTION_ID} must be a text of 1 to {ACTION_ID_CHARACTERS} characters")
        return await self._memory.once(action_id, params.name, lambda: self._call_in_turn(params))

    async def _call_in_turn(self, params: CallToolRequestParams) -> CallToolResult:
        """Call a tool after those that came before for the same application. Raises MCPError."""
        tool = self._tools.get(await self._canonical(params.name))
        queue = None if tool is None or tool.name.startswith(GUI_PREFIX) else tool.app
        turn = self._turns.take(queue, params.name)
        try:
            await turn.begin()
            result = await asyncio.to_thread(self.call, params.name, params.arguments or {})
        except ToolError as error:
            return error_result(str(error))
        except GuestError as error:
            raise MCPError(INTERNAL_ERROR, error.message) from error
        finally:
            turn.end()
        return _result(result)

    async def _canonical(self, name: str) -> str:
        """The canonical name of a tool that is offered now or was, "" of any other. Raises MCPError."""
        try:
            if name not in self._offered:  # a client may know the list from an earlier process
                await asyncio.to_thread(self.offer)
        except GuestError as error:
            raise MCPError(INTERNAL_ERROR, error.message) from error
        return self._offered.get(name, "")

    def _client_name(self, tool: Tool) -> str:
        return self._names[tool.name] if self._offer.plain_names else tool.name


class ToolServer:
    """MCP server in front of a guest that may boot still: what needs the guest waits for it.

    Clients give `initialize` about ten seconds, and a boot may take longer.
    """

    def __init__(
        self,
        boot: Callable[[], ToolProxy],
        end_boot: Callable[[], None] = lambda: None,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """Create a server.

        Args:
            boot: Called once, in a thread, at the first request or by `booting`.
            end_boot: Makes `boot` raise soon, if it waits.
            close: Stops the guest, so that calls that wait for it end.
        """
        self._boot = boot
        self._end_boot = end_boot
        self._close = close
        self._booting: asyncio.Future[ToolProxy] | None = None
        self.mcp: Server[dict[str, Any]] = Server(
            "testbed", on_list_tools=self._on_list_tools, on_call_tool=self._on_call_tool
        )

    def start(self) -> asyncio.Future[ToolProxy]:
        """Begin to boot, if that has not begun, and return what is awaited."""
        if self._booting is None:  # no task: the end of an event loop cancels tasks, and their threads go on
            self._booting = asyncio.get_running_loop().run_in_executor(None, self._boot)
        return self._booting

    @asynccontextmanager
    async def booting(self) -> AsyncIterator[asyncio.Future[ToolProxy]]:
        """Boot meanwhile; at the end, also by a signal, end the boot and the calls that still go on, and the guest."""
        boot = self.start()
        try:
            yield boot
        finally:
            with ignore_interrupts():
                while not boot.done():
                    self._end_boot()
                    await asyncio.wait({boot}, timeout=POLL_SECONDS)
                boot.exception()  # nobody may be left to be told
                await asyncio.get_running_loop().run_in_executor(None, self._close)

    async def _proxy(self) -> ToolProxy:
        try:
            return await asyncio.shield(self.start())
        except TestbedError as error:
            raise MCPError(INTERNAL_ERROR, str(error)) from error

    async def _on_list_tools(
        self, _context: ServerRequestContext[Any, Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return await (await self._proxy()).answer_list()

    async def _on_call_tool(
        self, _context: ServerRequestContext[Any, Any], params: CallToolRequestParams
    ) -> CallToolResult:
        return await (await self._proxy()).answer_call(params)


async def over_stdio(server: ToolServer) -> None:
    """Serve one client on this process's standard input and output until it disconnects.

    Raises TestbedError, after the client has been told, when the guest does not boot.
    """
    async with server.booting() as boot:
        async with stdio_server(stdin=cast(Any, _input_lines())) as (reading, writing):
            await server.mcp.run(reading, writing, server.mcp.create_initialization_options())
        if boot.done():
            await boot


async def over_http(server: ToolServer, port: int, token: str, on_ready: Callable[[], None]) -> None:
    """Serve clients at http://127.0.0.1:PORT/mcp until interrupted; each request must have the bearer token.

    `on_ready` is called when the guest is up and clients can connect. Raises TestbedError when the guest does not boot.
    """
    app = server.mcp.streamable_http_app(host="127.0.0.1", session_idle_timeout=None)
    app.user_middleware.insert(0, Middleware(BearerAuth, token=lambda: token))
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=2
    )
    async with server.booting() as boot:
        await asyncio.shield(boot)
        await _HttpServer(config, on_ready).serve()


class _HttpServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()


async def _input_lines() -> AsyncIterator[str]:
    """The lines of this process's standard input, read so that a signal need not wait for the next one.

    A thread that Python waits for at its end would wait for the client. Other readers find the input empty.
    """
    source, empty = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    loop = asyncio.get_running_loop()
    pieces: asyncio.Queue[bytes] = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended
            while piece := os.read(source, 2**16):
                loop.call_soon_threadsafe(pieces.put_nowait, piece)
            loop.call_soon_threadsafe(pieces.put_nowait, b"")

    threading.Thread(target=read, name="standard input", daemon=True).start()
    unfinished = b""
    while piece := await pieces.get():
        *lines, unfinished = (unfinished + piece).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace")
    if unfinished:
        yield unfinished.decode("utf-8", "replace")


def _to_listed_tool(name: str, tool: Tool) -> ListedTool:
    return ListedTool(
        name=name,
        description=tool.description,
        input_schema=dict(tool.input_schema),
        output_schema=dict(tool.output_schema) if tool.output_schema else None,
        annotations=ToolAnnotations(
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=False,
        ),
    )


def _result(result: ToolResult) -> CallToolResult:
    images: Sequence[ImageContent] = [
        ImageContent(type="image", data=base64.b64encode(image).decode(), mime_type="image/png")
        for image in result.images
    ]
    return CallToolResult(
        content=[TextContent(type="text", text=result.text), *images] if result.text else list(images),
        structured_content=dict(result.structured) if result.structured is not None else None,
        is_error=result.is_error,
    )
