"""Third-party MCP servers, run as child processes behind the same endpoint."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client, MCPError, StdioServerParameters
from mcp_types import CallToolResult, EmptyResult, PingRequest
from mcp_types import Tool as ListedTool

from mcp_tools.calls import error_result, in_thread
from mcp_tools.registry import ToolError
from mcp_tools.schemas import compact
from mcp_tools.timeouts import scale_timeout

log = logging.getLogger(__name__)

START_SECONDS = scale_timeout(30.0)
PING_SECONDS = scale_timeout(5.0)
RESTART_SECONDS = (0.5, 30.0)
"""Pause before a server that did not start is started again: at first, and at most after doubling."""


@dataclass(frozen=True, slots=True)
class UpstreamServer:
    """A server to mount for the application `app`; the names of its tools begin with `prefix`.

    The prefix is put before the tools' own names, unless they have it already (`already_prefixed`). `prepare`
    checks a call's arguments and returns those to pass on, or raises ToolError.
    """

    prefix: str
    command: tuple[str, ...]
    already_prefixed: bool = False
    prepare: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    app: str = "os"
    seconds: float = scale_timeout(60.0)
    cwd: Path | None = None
    env: dict[str, str] = field(default_factory=dict)


class UpstreamError(Exception):
    """The server did not start or has died; the message has the details."""


class Mount:
    """One mounted server: keeps its process alive in a task of its own and passes calls to it."""

    def __init__(self, server: UpstreamServer) -> None:
        self.server = server
        self._client: asyncio.Future[Client] | None = None
        self._lost = asyncio.Event()
        self._tools: list[ListedTool] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the server's process; calls wait for it."""
        self._client = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._supervise(), name=f"upstream {self.server.prefix}")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def listed(self) -> list[ListedTool]:
        """The server's tools under their mounted names. Raises UpstreamError."""
        await self._running()
        return self._tools

    def owns(self, name: str) -> bool:
        return name.startswith(self.server.prefix)

    async def call(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        """Forward a call. A failure is a result with `is_error` set; an unknown tool is a KeyError."""
        try:
            client = await self._alive()
        except UpstreamError as error:
            return error_result(f"{error}. It is being started again; try again in a few seconds")
        if all(tool.name != name for tool in self._tools):
            raise KeyError(name)
        own_name = name if self.server.already_prefixed else name.removeprefix(self.server.prefix)
        try:
            if (prepare := self.server.prepare) is not None:
                arguments = await in_thread(name, lambda: prepare(arguments))
        except ToolError as error:
            return error_result(str(error))
        try:
            async with asyncio.timeout(self.server.seconds):
                result = await client.call_tool(own_name, arguments)
        except TimeoutError:
            self._lose(client)
            return error_result(
                f"{name} did not finish within its limit of {self.server.seconds:g} s and may have "
                "taken effect. Its server is being started again; look at the result before trying again"
            )
        except MCPError as error:
            if await self._answers(client):
                return error_result(error.message)
            self._lose(client)
            return error_result(
                f"the server of {name} died during the call ({error.message}): the effect is unknown. "
                "It is being started again; look at the result before trying again"
            )
        return result

    async def _alive(self) -> Client:
        client = await self._running()
        if await self._answers(client):
            return client
        self._lose(client)
        return await self._running()

    def _lose(self, client: Client) -> None:
        """Let later calls wait for the next start, unless that has already happened."""
        current = self._client
        if current is not None and current.done() and not current.exception() and current.result() is client:
            self._client = asyncio.get_running_loop().create_future()
            self._lost.set()

    async def _running(self) -> Client:
        if self._client is None:
            raise UpstreamError(f"the server {' '.join(self.server.command)} was never started")
        try:
            async with asyncio.timeout(START_SECONDS):
                return await asyncio.shield(self._client)
        except TimeoutError as error:
            raise UpstreamError(
                f"the server {' '.join(self.server.command)} did not start within {START_SECONDS:g} s"
            ) from error

    @staticmethod
    async def _answers(client: Client) -> bool:
        try:
            async with asyncio.timeout(PING_SECONDS):
                await client.session.send_request(PingRequest(), EmptyResult)
        except (TimeoutError, MCPError, OSError, RuntimeError):
            return False
        return True

    async def _supervise(self) -> None:
        pause, longest = RESTART_SECONDS
        while True:
            try:
                await self._serve_once()
                pause = RESTART_SECONDS[0]
                continue
            except Exception as error:
                log.exception("the server %s did not start", self.server.command)
                self._fail(f"the server {' '.join(self.server.command)} did not start: {error}")
            await asyncio.sleep(pause)
            pause = min(pause * 2, longest)

    def _fail(self, problem: str) -> None:
        """Let calls fail at once until a later start succeeds."""
        if self._client is None or self._client.done():
            self._client = asyncio.get_running_loop().create_future()
        self._client.set_exception(UpstreamError(problem))
        self._client.exception()  # seen, even if nobody calls

    async def _serve_once(self) -> None:
        command, *arguments = self.server.command
        parameters = StdioServerParameters(
            command=command, args=arguments, cwd=self.server.cwd, env=self.server.env or None
        )
        self._lost.clear()
        async with Client(parameters, mode="legacy") as client:  # later versions have no ping
            self._tools = [self._mounted(tool) for tool in (await client.list_tools()).tools]
            if self._client is None or self._client.done():  # an earlier start failed
                self._client = asyncio.get_running_loop().create_future()
            self._client.set_result(client)
            log.info("%s: %d tools", self.server.prefix, len(self._tools))
            await self._lost.wait()
            log.warning("%s: lost, starting it again", self.server.prefix)

    def _mounted(self, tool: ListedTool) -> ListedTool:
        meta = {**(tool.meta or {}), "testbed/app": self.server.app, "testbed/seconds": self.server.seconds}
        name = tool.name if self.server.already_prefixed else self.server.prefix + tool.name
        schema = compact(tool.input_schema)
        return tool.model_copy(update={"name": name, "input_schema": schema, "meta": meta})
