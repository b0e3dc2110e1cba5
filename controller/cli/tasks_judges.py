"""What a task's author wrote for judges, in `testbed tasks show`."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.plain_text import plain_text
from controller.tasks.task import Task


def judge_lines(task: Task) -> Iterator[str]:
    """Yield a line for the task's level and for each of its notes for judges; none for a task without them."""
    notes = task.judge_notes
    named = {
        "level": task.level,
        "reference": f"computed by {task.truth_path}" if notes.computed else notes.reference,
        "fuzzy": notes.fuzzy,
        "dependencies": notes.dependencies,
    }
    yield from (f"key point: {plain_text(point)}" for point in notes.key_points)
    yield from (f"{name}: {plain_text(text)}" for name, text in named.items() if text)
    if not task.has_checker:
        yield "scored by judges alone: there is no check.py"
