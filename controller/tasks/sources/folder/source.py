"""The tasks of a folder."""

from __future__ import annotations

from pathlib import Path

from controller.tasks.sources.folder.load_task import load_task
from controller.tasks.sources.folder.task import FolderTask
from controller.tasks.task import TASKS_FOLDER, SourceRef
from testbed.errors import UsageError

_HINT = "set TESTBED_TASKS to a folder with tasks as <domain>/<name>/task.toml"


class FolderSource:
    """The tasks below a folder, as <domain>/<name>/task.toml."""

    def __init__(self, root: Path, ref: SourceRef = TASKS_FOLDER) -> None:
        self._root = root
        self._ref = ref

    def ids(self) -> list[str]:
        """Return the ids of all tasks, sorted. Raises UsageError when there is no such folder, or no task in it."""
        root = self._root
        if not root.is_dir():
            raise UsageError(f"there is no folder of tasks at {root}", hint=_HINT)
        try:
            ids = sorted(
                f"{domain.name}/{task.name}"
                for domain in root.iterdir()
                if domain.is_dir()
                for task in domain.iterdir()
                if (task / "task.toml").is_file()
            )
        except OSError as error:
            raise UsageError(
                f"cannot read the folder of tasks {error.filename or root}: {error.strerror}",
                hint="make it readable, or set TESTBED_TASKS to another folder",
            ) from error
        if not ids:
            raise UsageError(f"the folder of tasks {root} has no task", hint=_HINT)
        return ids

    def load(self, task_id: str) -> FolderTask:
        """Return the task of a known id. Raises TaskError."""
        return load_task(self._root / task_id, self._root, self._ref)


def named_folder(place: str) -> FolderSource:
    """Return the source that `folder:PLACE` names."""
    root = Path(place).absolute()
    return FolderSource(root, SourceRef(f"folder:{root}"))
