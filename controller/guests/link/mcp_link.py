"""The one MCP session of a guest: opened once, kept open, opened again when the guest's service restarts.

Calls are synchronous and may come from several threads; the session lives on an asyncio thread of its own.
Every call carries an id in `_meta` that the guest remembers, so that sending it again after a break gets
the first answer instead of a second execution.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import logging
import threading
import time
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, TypeVar, cast

import httpx2
import paramiko
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp_types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    CallToolResult,
    RequestParamsMeta,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool
from pydantic import ValidationError

from controller.core.guest import CALL_SECONDS, Tool, ToolResult, unsendable
from controller.core.invalid_data import describe_invalid
from controller.core.texts import first_line
from controller.guests.link.content import tool_result_from
from controller.guests.link.tunnel import OpenChannel, ResponseLimit, TunnelTransport
from testbed.errors import GuestConnectionError, GuestError, GuestTimeoutError

ACTION_ID = "testbed/action_id"
APP = "testbed/app"
PORT = 8931
RECONNECT_SECONDS = 60.0
"""How long a service that restarts may take before a call gives up."""
UNREACHABLE_SECONDS = 10.0
"""How long ssh itself may be away: a machine that lets nobody in for longer than its sshd restarts is lost."""

_RETRY_EVERY = 0.05
_LARGEST_ANSWER = 64 * 2**20
_MOST_TOOLS = 5_000
_SESSION_LOST = "Session terminated"

Value = TypeVar("Value")
log = logging.getLogger(__name__)


class McpLink:
    """The session to the MCP server on a guest's loopback."""

    def __init__(
        self,
        open_channel: OpenChannel,
        token: str,
        *,
        port: int = PORT,
        reconnect_seconds: float = RECONNECT_SECONDS,
        unreachable_seconds: float = UNREACHABLE_SECONDS,
    ) -> None:
        self._way_in = open_channel
        self._token = token
        self._url = f"http://127.0.0.1:{port}/mcp"
        self._reconnect_seconds = reconnect_seconds
        self._unreachable_seconds = unreachable_seconds
        self._unreachable_since: float | None = None
        self._session: _Session | None = None
        self._opening = asyncio.Lock()
        self._limit = ResponseLimit(_LARGEST_ANSWER)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="mcp-link", daemon=True)
        self._thread.start()

    def call_tool(
        self, name: str, arguments: Mapping[str, Any], *, timeout: float = CALL_SECONDS
    ) -> ToolResult:
        """Call a tool; see `Guest.call_tool`."""
        if reason := unsendable(name, arguments):  # the session would break at every attempt
            return ToolResult(reason, is_error=True)
        meta = cast(RequestParamsMeta, {ACTION_ID: str(uuid.uuid4())})

        async def call(client: Client) -> ToolResult:
            return tool_result_from(await client.call_tool(name, dict(arguments), meta=meta))

        try:
            return self._wait(self._persist(call, timeout, f"the tool {name}"), timeout)
        except MCPError as error:  # the server's refusal of this call: a name or parameters it does not take
            return ToolResult(error.message, is_error=True)

    def list_tools(self, *, timeout: float = 60.0) -> list[Tool]:
        """All tools, sorted by name; see `Guest.list_tools`."""
        try:
            return self._wait(self._persist(_all_tools, timeout, "the list of tools"), timeout)
        except MCPError as error:
            raise GuestError(f"the guest's MCP server lists no tools: {error.message}") from error

    def close(self) -> None:
        """End the session and its thread."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(self._shut_down(), self._loop).result(timeout=10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        self._loop.close()

    def _wait(self, work: Coroutine[Any, Any, Value], seconds: float) -> Value:
        if self._loop.is_closed():
            work.close()
            raise GuestConnectionError("the session to the guest has been closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(timeout=seconds + 10)
        except concurrent.futures.TimeoutError:
            future.cancel()
            raise GuestConnectionError(f"the guest's connection was blocked for {seconds + 10:g} s") from None
        except concurrent.futures.CancelledError:
            raise GuestConnectionError("the session was closed during a call") from None

    async def _persist(self, work: Callable[[Client], Awaitable[Value]], seconds: float, what: str) -> Value:
        """Do something over the session; after a break do it again over a new one, within bounded time."""
        loop = asyncio.get_running_loop()
        broken_since: float | None = None
        try:
            async with asyncio.timeout(seconds):
                while True:
                    session: _Session | None = None
                    try:
                        session = await self._open_session()
                        return await work(session.client)
                    except MCPError as error:
                        if error.code == REQUEST_TIMEOUT:
                            raise TimeoutError from error
                        if error.code != CONNECTION_CLOSED and error.message != _SESSION_LOST:
                            raise
                        reason: Exception = error
                    except (_SessionError, httpx2.TransportError) as error:
                        reason = error
                    except (
                        ValidationError,
                        RuntimeError,
                    ) as error:  # a result of another shape, or nested too deep
                        problem = (
                            describe_invalid(error)
                            if isinstance(error, ValidationError)
                            else first_line(str(error))[:200]
                        )
                        raise GuestError(
                            f"the guest's MCP server answered {what} with malformed data: {problem}"
                        ) from error
                    if session and session is self._session:
                        self._session = None
                        await session.end()
                    if self._limit.exceeded:
                        self._limit.exceeded = False
                        raise GuestError(
                            f"the guest's MCP server sent over {self._limit.size} bytes in one response to {what}"
                        ) from reason
                    if broken_since is None:
                        broken_since = loop.time()
                        log.info("the MCP session is not there (%s); opening one", reason)
                    if self._unreachable_for > self._unreachable_seconds:
                        raise GuestConnectionError(
                            f"the guest cannot be reached any more: {reason}"
                        ) from reason
                    if loop.time() - broken_since > self._reconnect_seconds:
                        raise GuestConnectionError(
                            f"the guest's MCP server stayed away for {self._reconnect_seconds:g} s: {reason}"
                        ) from reason
                    await asyncio.sleep(_RETRY_EVERY)
        except TimeoutError:
            raise GuestTimeoutError(f"{what} took over {seconds:g} s") from None

    def _open_channel(self, port: int) -> paramiko.Channel:
        try:
            channel = self._way_in(port)
        except GuestConnectionError:
            if self._unreachable_since is None:
                self._unreachable_since = time.monotonic()
            raise
        except ConnectionRefusedError:  # by the guest itself
            self._unreachable_since = None
            raise
        self._unreachable_since = None
        return channel

    @property
    def _unreachable_for(self) -> float:
        """Seconds since ssh was found gone, 0 while it is there."""
        since = self._unreachable_since
        return 0.0 if since is None else time.monotonic() - since

    async def _open_session(self) -> _Session:
        async with self._opening:
            if self._session is None or self._session.ended:
                self._session = await _Session.open(self._url, self._token, self._open_channel, self._limit)
            return self._session

    async def _shut_down(self) -> None:
        if self._session:
            await self._session.end()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


class _SessionError(Exception):
    """A session could not be opened."""


class _Session:
    """One connected client, kept by a task of its own because a client must be left where it was entered."""

    client: Client

    def __init__(self) -> None:
        self._ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._leave = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, token: str, open_channel: OpenChannel, limit: ResponseLimit) -> _Session:
        """Raises _SessionError."""
        session = cls()
        session._task = asyncio.create_task(session._keep(url, token, open_channel, limit))
        try:
            session.client = await session._ready
        except asyncio.CancelledError:
            session._task.cancel()
            raise
        return session

    @property
    def ended(self) -> bool:
        return self._task is None or self._task.done()

    async def end(self) -> None:
        self._leave.set()
        if self._task:
            await asyncio.wait({self._task}, timeout=5)
            self._task.cancel()

    async def _keep(self, url: str, token: str, open_channel: OpenChannel, limit: ResponseLimit) -> None:
        try:
            async with contextlib.AsyncExitStack() as stack:
                http = await stack.enter_async_context(
                    httpx2.AsyncClient(
                        transport=TunnelTransport(open_channel, limit),
                        headers={"Authorization": f"Bearer {token}"},
                        timeout=httpx2.Timeout(None),
                    )
                )
                streams = streamable_http_client(
                    url, http_client=http, terminate_on_close=False, max_sse_event_size=_LARGEST_ANSWER
                )
                client = await stack.enter_async_context(Client(streams, cache=None))
                client.session.validate_tool_result = _skip_validation  # type: ignore[method-assign]
                self._ready.set_result(client)
                await self._leave.wait()
        except Exception as error:  # noqa: BLE001 - every way a session can end leads to a new one
            if not self._ready.done():
                self._ready.set_exception(_SessionError(_innermost(error)))
            else:
                log.debug("the MCP session ended: %s", _innermost(error))


async def _skip_validation(name: str, result: CallToolResult) -> None:
    """In place of checking a result against the schema that the guest declares for it.

    Its patterns may take hours on the result it sends with it; what is used of a result is checked by its reader.
    """


async def _all_tools(client: Client) -> list[Tool]:
    tools: list[Tool] = []
    cursor: str | None = None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools += map(tool_from, page.tools)
        if len(tools) > _MOST_TOOLS:
            raise GuestError(f"the guest's MCP server lists over {_MOST_TOOLS} tools")
        cursor = page.next_cursor
        if cursor is None:
            return sorted(tools, key=lambda tool: tool.name)


def tool_from(listed: ListedTool) -> Tool:
    """A tool as the guest's MCP server lists it."""
    hints = listed.annotations or ToolAnnotations()
    return Tool(
        name=listed.name,
        description=listed.description or "",
        input_schema=listed.input_schema,
        app=str((listed.meta or {}).get(APP, "")),
        output_schema=listed.output_schema,
        read_only=bool(hints.read_only_hint),
        destructive=bool(hints.destructive_hint),
        idempotent=bool(hints.idempotent_hint),
    )


def _innermost(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
