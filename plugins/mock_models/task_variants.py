"""The instructions by which a mock model recognises the task of a conversation."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from testbed.errors import TaskError
from testbed.tasks import Task

KNOWN = 10
"""The variants of a task that a mock model knows: those below this number."""


def instructions(task: Task) -> Iterator[tuple[str, Task]]:
    """Yield the instruction of a task, or that of each variant that is known and sound, with that variant.

    The fuzzy form of an instruction follows it, if there is one.
    """
    for instruction, variant in _of_variants(task) if task.variants else [(task.instruction, task)]:
        yield instruction, variant
        fuzzy = variant.with_play(replace(variant.play, form="fuzzy"))
        if fuzzy.play.form == "fuzzy":
            yield fuzzy.instruction, variant


@lru_cache(maxsize=1000)
def _of_variants(task: Task) -> list[tuple[str, Task]]:
    found: list[tuple[str, Task]] = []
    for number in range(KNOWN):
        with contextlib.suppress(TaskError):
            variant = task.with_play(replace(task.play, variant=number))
            found.append((variant.instruction, variant))
    return found
