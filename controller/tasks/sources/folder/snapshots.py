"""Select the snapshot a task starts from: an application already open, where the initial state stays the same."""

from __future__ import annotations

from collections.abc import Set
from pathlib import PurePosixPath

from controller.applications.registry import APPLICATIONS
from controller.guests.provider import DESKTOP
from controller.tasks.sources.folder.task_file import Copy, Open, TaskFile


def select_snapshot(file: TaskFile, available: Set[str]) -> str:
    """Return the snapshot that a task's file names, or one that has the task's first application open.

    The latter requires that the steps before only copy files that no application reads by itself, and that the
    application is opened without a document or replaces its empty window by it. Otherwise the application
    would start in another state.
    """
    if file.snapshot:
        return file.snapshot
    for step in file.setup:
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
