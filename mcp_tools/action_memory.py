"""A memory of action ids, kept across restarts, that prevents executing an action twice.

A journal of JSON lines in the user's runtime folder says which ids were started and, when they are small
enough, what they returned.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path

from mcp_types import CallToolResult
from pydantic import ValidationError

from mcp_tools.calls import error_result
from mcp_tools.messages import shorten

log = logging.getLogger(__name__)

ACTION_ID = "testbed/action_id"
"""The key of an action's id in a call's `_meta`."""
ACTION_ID_CHARACTERS = 200
REMEMBERED_RESULTS = 64
"""How many of the last results are kept in memory, screenshots included."""
JOURNAL_RESULT_BYTES = 256 * 1024
"""A larger result is not written to the journal: after a restart its effect counts as unknown."""

current_action: ContextVar[str] = ContextVar("current_action", default="")
"""The id of the action that is being executed; "" for a call without one."""

Execute = Callable[[], Awaitable[CallToolResult]]


class ActionMemory:
    """Executes each action id once. Used from one event loop."""

    def __init__(self, journal: Path | None) -> None:
        """Read what an earlier server wrote to `journal` and continue it; with None, remember in memory only."""
        self._names: dict[str, str] = {}
        self._results: OrderedDict[str, asyncio.Future[CallToolResult]] = OrderedDict()
        self._earlier: dict[str, CallToolResult] = {}
        self._journal: int | None = None
        if journal is None:
            return
        journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if journal.exists():
            self._read(journal)
        self._journal = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def close(self) -> None:
        if self._journal is not None:
            os.close(self._journal)

    async def once(self, action_id: str, tool: str, execute: Execute) -> CallToolResult:
        """Run `execute` once for `action_id`, to its end even if the caller disconnects, and return its result."""
        known = self._names.get(action_id)
        if known is not None and known != tool:
            return error_result(
                f"action id {shorten(action_id)} was already used for {known}; give every action an id of its own"
            )
        if known is None:
            self._names[action_id] = tool
            self._write({"started": action_id, "tool": tool})
            current_action.set(action_id)  # the task's: each request has a context of its own
            task = asyncio.ensure_future(execute())
            task.add_done_callback(lambda finished: self._finish(action_id, finished))
            self._results[action_id] = task
        if (future := self._results.get(action_id)) is not None:
            return await asyncio.shield(future)
        if (result := self._earlier.get(action_id)) is not None:
            return result
        return error_result(
            f"{tool} with action id {shorten(action_id)} was started before, but its result is gone: "
            "its effect is unknown. Look at the screen before doing it again"
        )

    def _finish(self, action_id: str, future: asyncio.Future[CallToolResult]) -> None:
        if future.cancelled() or future.exception() is not None:
            return
        images = any(block.type == "image" for block in future.result().content)
        if not images:
            result = future.result().model_dump(mode="json", by_alias=True, exclude_none=True)
            self._write({"finished": action_id, "result": result})
        while len(self._results) > REMEMBERED_RESULTS and next(iter(self._results.values())).done():
            self._results.popitem(last=False)

    def _write(self, entry: dict[str, object]) -> None:
        line = json.dumps(entry, separators=(",", ":")).encode() + b"\n"
        small = "result" not in entry or len(line) <= JOURNAL_RESULT_BYTES
        if small and self._journal is not None:
            os.write(self._journal, line)

    def _read(self, journal: Path) -> None:
        for number, line in enumerate(journal.read_bytes().splitlines(), 1):
            try:
                entry = json.loads(line)
                if "started" in entry:
                    self._names[entry["started"]] = entry["tool"]
                else:
                    self._earlier[entry["finished"]] = CallToolResult.model_validate(entry["result"])
            except (ValueError, KeyError, TypeError, ValidationError) as error:
                log.warning("%s, line %d is not an entry (%s): skipped", journal, number, error)
