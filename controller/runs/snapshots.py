"""Select the snapshot a task starts from: an application already open, where the initial state stays the same."""

from __future__ import annotations

from collections.abc import Set
from pathlib import PurePosixPath

from controller.guests.provider import DESKTOP
from controller.tasks.task import Copy, Open, Task

_GIVING_WAY = frozenset({"libreoffice_calc", "libreoffice_writer", "libreoffice_impress", "code"})
"""Applications whose empty window becomes the window of what is opened."""


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
            case Open(open=app, files=files) if app in available and (not files or app in _GIVING_WAY):
                return app
        break
    return DESKTOP


def _hidden(path: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(path).parts)
