"""Third-party MCP servers behind the same endpoint, each run as a child process from the first call that needs it."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import METHOD_NOT_FOUND, CallToolResult, EmptyResult, ListToolsResult, PingRequest, TextContent
from mcp_types import Tool as ListedTool
from pydantic import ValidationError

from mcp_tools.action_memory import current_action
from mcp_tools.arguments import check_by_schema, close_schema
from mcp_tools.calls import error_result, in_thread
from mcp_tools.messages import answer_text, os_reason
from mcp_tools.registry import ToolError, queue_of
from mcp_tools.schemas import compact
from mcp_tools.timeouts import scale_timeout
from mcp_tools.turns import Turns

log = logging.getLogger(__name__)

START_SECONDS = scale_timeout(30.0)
PING_SECONDS = scale_timeout(5.0)
MAX_DATA = 1_000_000
"""Characters at most of what a reading tool returns."""
RESTART_SECONDS = (0.5, 30.0)
"""Pause before a server that did not start is started again: at first, and at most after doubling."""
MOST_TOOLS = 500
MOST_LISTED = 4_000_000
"""Characters at most of what a server lists, as JSON."""
_TOOL_NAME = re.compile(r"[A-Za-z0-9_./-]{1,128}")


Arguments = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UpstreamServer:
    """A server to mount for the application `app`; the names of its tools begin with `prefix`.

    The prefix is put before the tools' own names, unless they have it already (`already_prefixed`). The functions
    take and return what concerns one call, the tool's own name first; they run in a thread and raise ToolError.

    Attributes:
        recorded: A file with the server's tools (`record`); without one they are asked of the running server.
        prepare: Checks a call's arguments, which fit the schema, and returns those to pass on.
        own: Tools that are executed here instead; each takes the arguments, returns the text and limits its own time.
        service: Executes all tools instead of a process: takes a tool's own name, the arguments and the action's id, ""
            if the call has none, and returns the text.
        data: Tools besides the reading ones whose text is data, not cut as a message is.
        all_data: Whether that is so of all tools. Only data may come with pictures.
        verify: Reads back what a call that succeeded promises.
        explain: Puts the server's error into words.
        folder: A folder that is made before the process starts.
        offered: Whether its tools are shown and can be called now.
    """

    prefix: str
    command: tuple[str, ...]
    already_prefixed: bool = False
    recorded: Path | None = None
    prepare: Callable[[str, Arguments], Arguments] = lambda _name, arguments: arguments
    own: Mapping[str, Callable[[Arguments], str]] = field(default_factory=dict)
    service: Callable[[str, Arguments, str], str] | None = None
    data: frozenset[str] = frozenset()
    all_data: bool = False
    verify: Callable[[str, Arguments], None] = lambda _name, _arguments: None
    explain: Callable[[str], str] = str
    app: str = "os"
    seconds: float = scale_timeout(60.0)
    start_seconds: float = START_SECONDS
    offered: Callable[[], bool] = lambda: True
    folder: Path | None = None
    cwd: Path | None = None
    env: dict[str, str] = field(default_factory=dict)


class UpstreamError(Exception):
    """The server did not start or has died; the message has the details."""


def client_of(server: UpstreamServer) -> Client:
    """A client that starts the server's process when it is entered and ends it when it is left."""
    command, *arguments = server.command
    parameters = StdioServerParameters(
        command=command, args=arguments, cwd=server.cwd, env=server.env or None
    )
    return Client(parameters, mode="legacy")  # later versions have no ping


async def record(server: UpstreamServer, file: Path) -> None:
    """Start the server and write its tools into a file, as JSON of the protocol's `tools/list` result."""
    async with client_of(server) as client:
        tools = ListToolsResult(tools=await tools_of(client))
    file.write_text(tools.model_dump_json(by_alias=True, exclude_none=True), encoding="utf-8")


async def tools_of(client: Client) -> list[ListedTool]:
    """All tools that a running server lists. Raises UpstreamError when there are none, or they cannot be mounted."""
    tools: list[ListedTool] = []
    size, cursor = 0, None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        size += len(page.model_dump_json())
        if len(tools) > MOST_TOOLS or size > MOST_LISTED:
            raise UpstreamError(
                f"it lists more than {MOST_TOOLS} tools, or {MOST_LISTED:,} characters of them"
            )
        cursor = page.next_cursor
        if cursor is None:
            break
    names = [tool.name for tool in tools]
    if not names:
        raise UpstreamError("it lists no tools")
    if wrong := [name for name in names if not _TOOL_NAME.fullmatch(name) or names.count(name) > 1]:
        raise UpstreamError(f"it lists a tool {wrong[0][:80]!r}, which is no tool's name, or twice")
    return tools


class Mount:
    """One mounted server: starts its process when it is needed, keeps it alive and passes calls to it."""

    def __init__(self, server: UpstreamServer) -> None:
        self.server = server
        self._client: asyncio.Future[Client] | None = None
        self._lost = asyncio.Event()
        self._tools: list[ListedTool] = []
        self._validators: dict[str, jsonschema.Draft202012Validator] = {}
        self._data: set[str] = set()
        self._structured: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def list_tools(self) -> list[ListedTool]:
        """The server's tools under their mounted names. Raises UpstreamError."""
        if not self._tools and self.server.recorded is not None:
            self._take(ListToolsResult.model_validate_json(self.server.recorded.read_bytes()).tools)
        if not self._tools:
            await self._running()
        return self._tools

    def input_schema(self, name: str) -> dict[str, Any] | None:
        """The input schema of a tool under its mounted name, None before the tools were listed."""
        return next((tool.input_schema for tool in self._tools if tool.name == name), None)

    def owns(self, name: str) -> bool:
        return name.startswith(self.server.prefix)

    async def call(self, name: str, arguments: Arguments, turns: Turns) -> CallToolResult:
        """Execute a call in its turn. A failure is a result with `is_error` set; an unknown tool is a KeyError."""
        turn = turns.take(queue_of(self.server.app), name)
        try:
            await turn.begin()
            await self.list_tools()
            if name not in self._validators:
                raise KeyError(name)
            result = await self._check_and_call(name, arguments)
        except ToolError as error:
            return error_result(answer_text(str(error), arguments))
        except UpstreamError as error:
            return error_result(
                answer_text(f"{error}. It is being started again; try again in a few seconds", arguments)
            )
        finally:
            turn.end()
        return _bound_result(name, result, arguments, data=name in self._data)

    async def _check_and_call(self, name: str, arguments: Arguments) -> CallToolResult:
        """Check, forward and verify. Raises ToolError, UpstreamError."""
        server = self.server
        own_name = name if server.already_prefixed else name.removeprefix(server.prefix)
        values = check_by_schema(name, self._validators[name], arguments)
        try:
            values = await self._in_time(name, lambda: server.prepare(own_name, values))
            if (function := self._function(own_name)) is not None:
                text = await self._in_time(name, lambda: function(values))
                structured = {"content": text} if name in self._structured else None
                return CallToolResult(
                    content=[TextContent(type="text", text=text)], structured_content=structured
                )
            result = await self._forward(await self._alive(), name, own_name, values)
            if result.is_error:
                raise ToolError(server.explain(_text(result)))
            await self._in_time(name, lambda: server.verify(own_name, values))
        except OSError as error:
            raise ToolError(f"{name} failed: {os_reason(error)}") from error
        return result

    def _function(self, own_name: str) -> Callable[[Arguments], str] | None:
        """What executes a tool here; None if the server's process does."""
        service, action = self.server.service, current_action.get()
        if service is not None:
            return lambda arguments: service(own_name, arguments, action)
        return self.server.own.get(own_name)

    async def _in_time(self, name: str, function: Callable[[], Any]) -> Any:
        """Return what a function returns that this server adds to a call. Raises ToolError after the call's limit."""
        limit = asyncio.timeout(self.server.seconds)
        try:
            async with limit:
                return await in_thread(name, function)
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise ToolError(
                f"{name} did not finish within its limit of {self.server.seconds:g} s: its file system, or a program "
                "that it runs, does not answer. It may have taken effect; look at the result before trying again"
            ) from error

    async def _forward(
        self, client: Client, name: str, own_name: str, arguments: Arguments
    ) -> CallToolResult:
        try:
            async with asyncio.timeout(self.server.seconds):
                return await client.call_tool(own_name, arguments)
        except TimeoutError as error:
            self._lose(client)
            raise ToolError(
                f"{name} did not finish within its limit of {self.server.seconds:g} s and may have "
                "taken effect. Its server is being started again; look at the result before trying again"
            ) from error
        except MCPError as error:
            if await self._answers(client):
                raise ToolError(self.server.explain(error.message)) from error
            self._lose(client)
            raise ToolError(
                f"the server of {name} died during the call ({error.message}): the effect is unknown. "
                "It is being started again; look at the result before trying again"
            ) from error
        except (
            ValidationError,
            RuntimeError,
        ) as error:  # a result of another shape, or not that of its schema
            problem = str(error).partition("\n")[0][:200]
            raise ToolError(
                f"the server of {name} answered with malformed data ({problem}); the call may have taken effect"
            ) from error

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
            self._client = asyncio.get_running_loop().create_future()
            self._task = asyncio.create_task(self._supervise(), name=f"upstream {self.server.prefix}")
        try:
            async with asyncio.timeout(self.server.start_seconds):
                return await asyncio.shield(self._client)
        except TimeoutError as error:
            limit = self.server.start_seconds
            raise UpstreamError(
                f"the server {' '.join(self.server.command)} did not start within {limit:g} s"
            ) from error

    @staticmethod
    async def _answers(client: Client) -> bool:
        try:
            async with asyncio.timeout(PING_SECONDS):
                await client.session.send_request(PingRequest(), EmptyResult)
        except MCPError as error:
            return error.code == METHOD_NOT_FOUND  # a server without pings that answers
        except (TimeoutError, OSError, RuntimeError):
            return False
        return True

    async def _supervise(self) -> None:
        pause, longest = RESTART_SECONDS
        while True:
            try:
                await self._serve_once()
                pause = RESTART_SECONDS[0]
                continue
            except Exception as error:  # noqa: BLE001 - every way in which a server does not start
                problem = f"the server {' '.join(self.server.command)} did not start: {_innermost(error)}"
                log.error("%s", problem)  # a traceback would hide what the server itself has written
                self._fail(problem)
            await asyncio.sleep(pause)
            pause = min(pause * 2, longest)

    def _fail(self, problem: str) -> None:
        """Let calls fail at once until a later start succeeds."""
        if self._client is None or self._client.done():
            self._client = asyncio.get_running_loop().create_future()
        self._client.set_exception(UpstreamError(problem))
        self._client.exception()  # seen, even if nobody calls

    async def _serve_once(self) -> None:
        self._lost.clear()
        if self.server.folder is not None:
            self.server.folder.mkdir(parents=True, exist_ok=True)
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(self.server.start_seconds):
                    client = await stack.enter_async_context(client_of(self.server))
                    if (
                        self.server.recorded is None and not self._tools
                    ):  # an agent's tools do not change under it
                        self._take(await tools_of(client))
            except TimeoutError as error:
                raise UpstreamError(f"it did not answer in {self.server.start_seconds:g} s") from error
            if self._client is None or self._client.done():  # an earlier start failed
                self._client = asyncio.get_running_loop().create_future()
            self._client.set_result(client)
            log.info("%s: started", self.server.prefix)
            await self._lost.wait()
            log.warning("%s: lost, starting it again", self.server.prefix)

    def _take(self, tools: Sequence[ListedTool]) -> None:
        """Remember what the server offers."""
        self._tools = [self._mount_tool(tool) for tool in tools]
        self._validators = {
            mounted.name: jsonschema.Draft202012Validator(close_schema(tool.input_schema))
            for mounted, tool in zip(self._tools, tools, strict=True)
        }
        self._data = {
            mounted.name
            for mounted, tool in zip(self._tools, tools, strict=True)
            if self.server.all_data
            or tool.name in self.server.data
            or (tool.annotations and tool.annotations.read_only_hint)
        }
        self._structured = {tool.name for tool in self._tools if tool.output_schema is not None}

    def _mount_tool(self, tool: ListedTool) -> ListedTool:
        meta = {**(tool.meta or {}), "testbed/app": self.server.app, "testbed/seconds": self.server.seconds}
        name = tool.name if self.server.already_prefixed else self.server.prefix + tool.name
        schema = compact(tool.input_schema)
        return tool.model_copy(update={"name": name, "input_schema": schema, "meta": meta})


def _innermost(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__


def _text(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))


def _bound_result(name: str, result: CallToolResult, arguments: Arguments, *, data: bool) -> CallToolResult:
    """The result with its text bounded as a message's, unless it is data, which may not be too long."""
    text = _text(result)
    if data:
        if len(text) > MAX_DATA:
            return error_result(
                f"the answer of {name} would have {len(text):,} characters, more than {MAX_DATA:,}; ask for less"
            )
        return result
    shown, structured = answer_text(text, arguments), result.structured_content
    if structured is not None:
        structured = {key: shown if value == text else value for key, value in structured.items()}
    return CallToolResult(content=[TextContent(type="text", text=shown)], structured_content=structured)
