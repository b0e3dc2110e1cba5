"""The tools that the guests of a proof listed."""

from __future__ import annotations

import threading
from collections.abc import Sequence, Set

from controller.core.guest import Tool, is_headless
from controller.guests.provider import HEADLESS
from controller.tasks.task import Task


class ListedTools:
    """The tools that the guests of a proof listed. Thread-safe: each list is replaced as a whole.

    Attributes:
        snapshots: Those of the guests' provider.
    """

    def __init__(self, snapshots: Set[str]) -> None:
        self.snapshots = snapshots
        self._of_desktops: list[Tool] = []
        self._of_headless: list[Tool] = []
        self._of_servers: dict[str, Tool] = {}
        self._lock = threading.Lock()

    def record_tools(self, tools: Sequence[Tool]) -> None:
        """Record a guest's own tools."""
        if is_headless(tool.name for tool in tools):
            self._of_headless = list(tools)
        else:
            self._of_desktops = list(tools)

    def record_server_tools(self, tools: Sequence[Tool]) -> None:
        """Record the tools of a task's servers."""
        with self._lock:
            self._of_servers = {**self._of_servers, **{tool.name: tool for tool in tools}}

    def own(self, task: Task) -> list[Tool]:
        """The own tools of a guest that a task is played in."""
        headless = task.select_snapshot(self.snapshots) == HEADLESS
        return self._of_headless if headless else self._of_desktops

    def tools_of(self, task: Task) -> list[Tool]:
        """The tools of a guest that a task is played in, with those of the task's servers."""
        return [*self.own(task), *(tool for tool in self._of_servers.values() if tool.app in task.servers)]
