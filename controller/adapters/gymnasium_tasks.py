"""The tasks of the Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.core.options import read_options
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task
from testbed.errors import UsageError


def choose_tasks(
    tasks: str | Sequence[str | Task], suite: str, options: Mapping[str, str], network: str
) -> list[Task]:
    """Return the tasks as given; of ids and globs, those that can run on this host. Raises UsageError, TaskError."""
    named = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    given = [task for task in named if isinstance(task, Task)]
    globs = tuple(name for name in named if isinstance(name, str))
    if given and not globs:
        return given
    chosen = read_options(SelectionOptions, {"suite": suite, "tasks": globs}, lambda item: item.keyword)
    selected = select_tasks(chosen.selection(tuple(options.items()), network, to_run=True), tasks_root())
    runnable = [task for task in selected if not task.skip_reason]
    if not given and not runnable:
        raise UsageError(f"no selected task can run on this host; {selected[0].id} {selected[0].skip_reason}")
    return given + runnable
