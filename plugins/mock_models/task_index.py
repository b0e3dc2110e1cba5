"""The tasks of a folder as they are now: new, changed and removed ones are seen without a restart."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from testbed.errors import TaskError, UsageError
from testbed.tasks import Selection, Task, load_tasks, select_tasks

_Stamp = tuple[int, int]


class TaskIndex:
    """An iterable of the tasks under a folder, read again when their `task.toml` has changed. Thread-safe.

    Attributes:
        broken: Why tasks that changed cannot be read, by id; they are left out.
    """

    def __init__(self, root: Path) -> None:
        """Read all tasks. Raises TaskError, UsageError."""
        self.broken: dict[str, str] = {}
        self._root = root
        self._lock = threading.Lock()
        self._stamps = {task_id: _stamp(root, task_id) for task_id in _ids(root)}
        self._tasks = {task.id: task for task in select_tasks(Selection(), root)}

    def __iter__(self) -> Iterator[Task]:
        with self._lock:
            self._refresh()
            return iter([*self._tasks.values()])

    def _refresh(self) -> None:
        stamps = {task_id: _stamp(self._root, task_id) for task_id in _ids(self._root)}
        for task_id in self._stamps.keys() - stamps.keys():
            self._tasks.pop(task_id, None)
            self.broken.pop(task_id, None)
        for task_id, stamp in stamps.items():
            if stamp != self._stamps.get(task_id):
                self._reload(task_id)
        self._stamps = stamps

    def _reload(self, task_id: str) -> None:
        self._tasks.pop(task_id, None)
        self.broken.pop(task_id, None)
        try:
            [self._tasks[task_id]] = load_tasks([task_id], self._root)
        except (TaskError, UsageError) as error:  # UsageError: it has just been removed
            self.broken[task_id] = error.message


def _ids(root: Path) -> list[str]:
    return sorted(path.parent.relative_to(root).as_posix() for path in root.glob("*/*/task.toml"))


def _stamp(root: Path, task_id: str) -> _Stamp:
    """What changes with the file's content; zeros when it has just been removed."""
    try:
        status = (root / task_id / "task.toml").stat()
    except FileNotFoundError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
