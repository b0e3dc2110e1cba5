"""Variants of tasks in `testbed tasks list` and `show`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.cli import common
from controller.core.plain_text import plain_text
from controller.core.texts import shorten
from controller.tasks.task import Task, recorded_variant
from testbed.errors import TaskError

MOST = 200
"""Longest fact shown, in characters."""


def warn_of_malformed(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks but for those whose facts or placeholders are malformed; print what is wrong to stderr."""
    sound = []
    for task in tasks:
        try:
            task.definition()
        except TaskError as error:
            line = plain_text(f"{task.id}: {error.message} ({error.hint})")
            common.err.print(line, markup=False, soft_wrap=True)
        else:
            sound.append(task)
    return sound


def fact_lines(task: Task) -> Iterator[str]:
    """Yield a line on the task's variant and one for each of its facts; none for a task without variants."""
    recorded = recorded_variant(task)
    if not recorded:
        return
    yield f"variant: {task.play.variant}"
    for name, value in recorded["facts"].items():
        text = plain_text(str(value))
        yield f"  {name}: {shorten(text, MOST)}"
