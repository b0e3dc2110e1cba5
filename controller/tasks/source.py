"""What a task source offers."""

from __future__ import annotations

from typing import Protocol

from controller.tasks.task import Task


class TaskSource(Protocol):
    """A collection of tasks."""

    def ids(self) -> list[str]:
        """Return the ids of all tasks, sorted. Raises UsageError when there is none or they cannot be read."""
        ...

    def load(self, task_id: str) -> Task:
        """Return the task of an id that `ids` has. Raises TaskError when its definition is malformed."""
        ...
