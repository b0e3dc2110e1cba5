"""The tasks of the Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from controller.core.options import read_options
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task, with_variant
from testbed.errors import TaskError, UsageError


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


def task_of(tasks: Sequence[Task], options: dict[str, Any], random: np.random.Generator) -> Task:
    """Return the task, in the variant, that `DesktopEnv.reset` plays with these options.

    Raises UsageError, TaskError.
    """
    task_id, variant = options.pop("task", None), options.pop("variant", None)
    if options:
        raise UsageError(
            f"reset takes no option {', '.join(map(repr, options))}", hint="it takes task and variant"
        )
    task = _named(tasks, task_id, random)
    played = task if variant is None else with_variant(task, _number(variant, random))
    if played.variants and played.skip_reason:
        raise TaskError(f"{task.id}: {played.skip_reason}")
    return played


def _number(variant: object, random: np.random.Generator) -> int:
    if variant == "random":
        return int(random.integers(1, 2**31))
    if isinstance(variant, int | np.integer) and not isinstance(variant, bool) and variant >= 0:
        return int(variant)
    raise UsageError(
        f"invalid value for the option variant: {variant!r}", hint='use a number from 0, or "random"'
    )


def _named(tasks: Sequence[Task], task_id: object, random: np.random.Generator) -> Task:
    if task_id is None:
        return tasks[int(random.integers(len(tasks)))]
    for task in tasks:
        if task.id == task_id:
            return task
    known = ", ".join(task.id for task in tasks[:20])
    raise UsageError(f"this environment has no task {task_id!r}", hint=f"it has {known}")
