"""The tasks of a checkout of MCP-Bench: the files of `tasks`, and the servers of `mcp_servers/commands.json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import Field

from plugins.tool_pools.sources.source import (
    RESTORE,
    Entry,
    SuiteSource,
    checkout,
    read_json,
    validate,
)
from plugins.tool_pools.sources.task import ServerNeed, SuiteTask
from testbed.errors import UsageError
from testbed.results import without_junk
from testbed.tasks import JudgeNotes, SourceRef

SUITE = "mcp-bench"
TASKS = "tasks"
SERVERS = "mcp_servers/commands.json"


class _File(Entry):
    generation_info: Any = None
    server_tasks: tuple[Any, ...]
    total_tasks: int = 0


class _Group(Entry):
    server_name: str
    servers: tuple[str, ...] = Field(min_length=1)
    combination_name: str = ""
    combination_type: str = ""
    tasks: tuple[Any, ...]


class _Task(Entry):
    task_id: str = Field(pattern=r"^[A-Za-z0-9_.-]+$")
    task_description: str = Field(min_length=1)
    fuzzy_description: str = Field(min_length=1)
    dependency_analysis: str = ""
    distraction_servers: tuple[str, ...] = ()


def open_checkout(place: str) -> SuiteSource:
    """Open a checkout. Raises UsageError."""
    return SuiteSource(SUITE, checkout(SUITE, place, TASKS, SERVERS), _read)


def _read(folder: Path, ref: SourceRef) -> Iterator[SuiteTask]:
    known = read_json(folder / SERVERS)
    if not isinstance(known, dict):
        raise UsageError(f"{folder / SERVERS}: is no object of servers by name", hint=RESTORE)
    for path in without_junk((folder / TASKS).glob("*.json")):
        file = validate(_File, path, "the file", read_json(path))
        for index, listed in enumerate(file.server_tasks):
            place = f"server_tasks[{index}]"
            group = validate(_Group, path, place, listed)
            if unknown := next((name for name in group.servers if name not in known), ""):
                raise UsageError(
                    f"{path}: {place}.servers: {SERVERS} has no server {unknown!r}", hint=RESTORE
                )
            for number, value in enumerate(group.tasks):
                task = validate(_Task, path, f"{place}.tasks[{number}]", value)
                yield _task(path, ref, group, task, value)


def _task(path: Path, ref: SourceRef, group: _Group, task: _Task, entry: dict[str, Any]) -> SuiteTask:
    number = len(group.servers)
    return SuiteTask(
        suite=SUITE,
        task_id=f"{number}-server{'s' if number > 1 else ''}/{task.task_id}",
        text=task.fuzzy_description,
        notes=JudgeNotes(
            key_points=(
                f"The answer has what this concrete form of the task asks for: {task.task_description}",
            ),
            dependencies=f"The task's concrete form:\n{task.task_description}\n\n{task.dependency_analysis}".strip(),
        ),
        file=path,
        entry={**entry, "servers": list(group.servers)},
        needs=tuple(ServerNeed((name,)) for name in group.servers),
        origin=ref,
    )
