"""Turning registered functions into MCP tools, and executing their calls: in turn, each under its time limit."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from typing import Any

import jsonschema
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from mcp_types import Tool as ListedTool
from pydantic import BaseModel

from mcp_tools import activity
from mcp_tools.arguments import check, close_schema
from mcp_tools.messages import answer_text, os_reason
from mcp_tools.registry import ToolError, ToolSpec, find_blocker_check, queue_of
from mcp_tools.schemas import compact
from mcp_tools.turns import Turn, Turns

log = logging.getLogger(__name__)

LONG_SECONDS = 1.0
"""Seconds after which a call is checked for something that blocks it, and between further checks."""
_HALF_PAIR = re.compile("[\ud800-\udfff]")
GUI_PREFIX = "computer."
"""Tools that take no turns: with them an agent looks at, and closes, what holds up a call."""


class LocalTool:
    """A registered function, callable and listable as an MCP tool."""

    def __init__(self, spec: ToolSpec, turns: Turns) -> None:
        self.spec = spec
        self._turns = turns
        self._tool = Tool.from_function(spec.function, name=spec.name, description=spec.description)
        if self._tool.is_async:
            raise ValueError(
                f"{spec.name} is a coroutine function; a tool is a plain function, run in a thread"
            )
        schema = self._tool.parameters
        self.input_schema = compact(schema)
        self._nested = jsonschema.Draft202012Validator(close_schema(schema)) if "$defs" in schema else None

    def to_listed(self) -> ListedTool:
        spec = self.spec
        return ListedTool(
            name=spec.name,
            description=self._tool.description,
            input_schema=self.input_schema,
            output_schema=self._tool.output_schema,
            annotations=ToolAnnotations(
                read_only_hint=spec.read_only,
                destructive_hint=spec.destructive,
                idempotent_hint=spec.idempotent,
                open_world_hint=False,
            ),
            _meta={"testbed/app": spec.app, "testbed/seconds": spec.seconds},
        )

    async def call(self, arguments: dict[str, Any]) -> CallToolResult:
        """Execute the call. Every failure becomes a result with `is_error` set."""
        try:
            values = check(self._tool, arguments, self._nested)
            if not self.spec.read_only:
                activity.begin_call()
            returned = await self._in_turn(values)
            if isinstance(returned, str) and not self.spec.data:
                returned = answer_text(returned, arguments)
            result = self._tool.fn_metadata.convert_result(encodable(returned))
        except ToolError as error:
            text = str(error)
        except OSError as error:
            log.exception("%s raised", self.spec.name)
            text = f"{self.spec.name} failed: {os_reason(error)}"
        except Exception as error:
            log.exception("%s raised", self.spec.name)
            text = f"{self.spec.name} failed: {type(error).__name__}: {error}"
        else:
            if not isinstance(result, CallToolResult):
                raise TypeError(f"{self.spec.name} asks for more input, which this server does not support")
            return result
        return error_result(text if self.spec.data else answer_text(text, arguments))

    async def _in_turn(self, values: dict[str, Any]) -> Any:
        """Return what the function returns, begun when the calls before have ended. Raises ToolError after a limit."""
        spec = self.spec
        queue = None if spec.name.startswith(GUI_PREFIX) else queue_of(spec.app)
        turn = self._turns.take(queue, spec.name)
        await turn.begin()
        limit = asyncio.timeout(spec.seconds)
        try:
            async with limit:
                return await self._wait_for_result(values, turn)
        except TimeoutError as error:
            if not limit.expired():
                raise
            log.error("%s did not finish in %g s; its thread was left behind", spec.name, spec.seconds)
            raise ToolError(
                f"{spec.name} did not finish within its limit of {spec.seconds:g} s and may still "
                "take effect. Look at the screen: if a dialog is open, answer or close it; then try again"
            ) from error
        finally:
            turn.abandon()

    async def _wait_for_result(self, values: dict[str, Any], turn: Turn) -> Any:
        """Return what the function returns. Raises ToolError if the same thing blocks it at two successive checks."""
        spec = self.spec
        call = start_thread(spec.name, lambda: spec.function(**values), turn.end)
        read_blockers, before = find_blocker_check(spec.app), None
        if read_blockers is None:
            return await call
        try:
            while True:
                finished, _ = await asyncio.wait({call}, timeout=LONG_SECONDS)
                if finished:
                    return call.result()
                blocked = await in_thread(f"what blocks {spec.name}", read_blockers)
                if blocked and blocked == before:
                    log.error("%s is blocked; its thread was left behind: %s", spec.name, blocked)
                    raise ToolError(blocked)
                before = blocked
        finally:
            call.cancel()


def error_result(text: str) -> CallToolResult:
    """Create a failed result with an error text."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def encodable(value: Any) -> Any:
    """A result with halves of surrogate pairs, which stand for bytes that are not UTF-8, as U+FFFD.

    JSON cannot express them, so that the answer would be lost.
    """
    match value:
        case str():
            return _HALF_PAIR.sub("\ufffd", value)
        case dict():
            return {encodable(key): encodable(item) for key, item in value.items()}
        case list() | tuple():
            return type(value)(map(encodable, value))
        case BaseModel():
            return value.model_copy(update=encodable(dict(value)))
    return value


async def in_thread(name: str, function: Callable[[], Any]) -> Any:
    """Run `function` in a thread of its own; return or raise what it does."""
    return await start_thread(name, function)


def start_thread(
    name: str, function: Callable[[], Any], ended: Callable[[], None] | None = None
) -> asyncio.Future[Any]:
    """Start `function` in a thread of its own. Returns a future of what it returns or raises.

    A thread a call, not a pool: one that is stuck in an application can neither be stopped nor block others.
    `ended` is called in the event loop when the function has ended, even if nobody waits for the future.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(deliver: Callable[[Any], None], value: Any) -> None:
        if ended is not None:
            ended()
        if not future.done():
            deliver(value)

    def work() -> None:
        try:
            value = function()
        except StopIteration as error:  # a future refuses it
            deliver, value = future.set_exception, RuntimeError(f"StopIteration: {error}")
        except BaseException as error:  # noqa: BLE001 - delivered to the awaiting task
            deliver, value = future.set_exception, error
        else:
            deliver = future.set_result
        try:
            loop.call_soon_threadsafe(settle, deliver, value)
        except RuntimeError:
            log.warning("%s finished after the server had stopped", name)

    try:
        threading.Thread(target=work, name=name, daemon=True).start()
    except RuntimeError:  # there are too many
        if ended is not None:
            ended()
        raise
    return future
