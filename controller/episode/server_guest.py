"""A guest as an episode of a task with servers uses it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from controller.core.guest import Guest, Tool, ToolResult
from controller.core.pausing import PausableGuest
from controller.core.ports import OffersPorts
from controller.core.tool_schemas import schema_problem
from controller.episode.guest_results import without_secrets
from controller.tasks.task import Task

_log = logging.getLogger(__name__)


class ToolsRecorder(Protocol):
    """Records the tools that guests list."""

    def record_tools(self, tools: list[Tool]) -> None:
        """Record a guest's own tools. Raises GuestError when they differ from those of the run."""
        ...

    def record_server_tools(self, tools: list[Tool]) -> None:
        """Record tools of tasks' servers. Raises GuestError when they differ from those of the run."""
        ...


class ServerGuest:
    """A guest that records the tools of a task's servers when it lists them, and keeps their keys out of results."""

    def __init__(self, guest: Guest, task: Task, recorder: ToolsRecorder) -> None:
        self._guest = guest
        self._servers = frozenset(task.servers.offered)
        self._secrets = task.servers.secrets
        self._recorder = recorder
        self.run = guest.run
        self.read_file = guest.read_file
        self.write_file = guest.write_file
        self.console_tail = guest.console_tail
        if isinstance(guest, PausableGuest):
            self.pause, self.resume = guest.pause, guest.resume

    @property
    def name(self) -> str:
        return self._guest.name

    @property
    def slowness(self) -> float:
        return self._guest.slowness

    def list_tools(self) -> list[Tool]:
        """List the guest's tools without those whose schema no model can be offered, which is logged.

        Raises GuestError also when a server has others than earlier in the run.
        """
        tools = self._guest.list_tools()
        if of_servers := [tool for tool in tools if tool.app in self._servers]:
            self._recorder.record_server_tools(of_servers)
        unusable = {
            tool.name for tool in of_servers if _is_unusable(tool.name, schema_problem(tool.input_schema))
        }
        return [tool for tool in tools if tool.name not in unusable]

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        result = self._guest.call_tool(name, arguments, timeout=timeout)
        return without_secrets(result, self._secrets)

    def relay(self, connection: socket.socket, port: int) -> None:
        if not isinstance(self._guest, OffersPorts):
            raise ConnectionRefusedError(f"the ports of {self.name} cannot be reached")
        self._guest.relay(connection, port)


@cache
def _is_unusable(name: str, problem: str) -> bool:
    """Whether a tool has a problem; it is logged once."""
    if problem:
        _log.warning("the tool %s is left out: its schema %s", name, problem)
    return bool(problem)


def for_task(guest: Guest, task: Task, recorder: ToolsRecorder) -> Guest:
    """Return the guest as the task's episode uses it: itself for a task without servers."""
    return ServerGuest(guest, task, recorder) if task.servers else guest
