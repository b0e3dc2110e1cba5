"""A new task: a copy of the task in `template/`, which is proven, for its author to change."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from testbed.errors import UsageError

TEMPLATE = Path(__file__).with_name("template")
_ID = re.compile(r"[a-z][a-z0-9_]*/[a-z][a-z0-9_]*")


def make_task(task_id: str, root: Path) -> Path:
    """Make the folder of a new task.

    Args:
        task_id: `<domain>/<name>`.
        root: The folder of tasks.

    Returns:
        The task's folder.

    Raises:
        UsageError: The id has another form, the task exists, or the folder cannot be written.
    """
    if not _ID.fullmatch(task_id):
        raise UsageError(
            f"{task_id!r} is no id for a task",
            hint="write <domain>/<name>, each of lower-case letters, digits and _: os/tidy_downloads",
        )
    folder = root / task_id
    try:
        shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    except FileExistsError as error:
        raise UsageError(f"there is a task {task_id} already: {folder}", hint="give another name") from error
    except (OSError, shutil.Error) as error:
        raise UsageError(
            f"cannot make the task's folder {folder}: {error}",
            hint="make the folder of tasks writable, or set TESTBED_TASKS to another one",
        ) from error
    return folder
