"""Which snapshot of a machine a task starts from: the warmest that leaves its initial state as it would be."""

from __future__ import annotations

from collections.abc import Set
from pathlib import PurePosixPath

from controller.applications.registry import APPLICATIONS
from controller.guests.provider import DESKTOP
from controller.tasks.task import Copy, Open, Task


def select_snapshot(task: Task, available: Set[str]) -> str:
    """The snapshot that a task's file names, or that has the first application it opens already open.

    That fits only when the task before that only copies files that no application reads by itself, and opens no
    document with it, but where an empty window gives way to it: otherwise the application would have started in
    another state.
    """
    if task.file.snapshot:
        return task.file.snapshot
    for step in task.file.setup:
        match step:
            case Copy(to=target) if not _hidden(target):
                continue
            case Open(open=app, files=files) if app in available:
                if not files or APPLICATIONS[app].replaces_empty_window:
                    return app
        break
    return DESKTOP


def _hidden(path: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(path).parts)
