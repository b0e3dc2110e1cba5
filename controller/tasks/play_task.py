"""A task as a run plays it: one of the options of `Task.play` replaced."""

from __future__ import annotations

from dataclasses import replace

from controller.tasks.added_servers import AddedServers
from controller.tasks.play_options import InstructionForm
from controller.tasks.task import Task


def with_variant(task: Task, number: int) -> Task:
    """Return that variant of the task; the task itself if it has no variants."""
    return task.with_play(replace(task.play, variant=number))


def with_form(task: Task, form: InstructionForm) -> Task:
    """Return the task with its instruction in that form; the task itself if it has no fuzzy one."""
    return task.with_play(replace(task.play, form=form))


def has_fuzzy_form(task: Task) -> bool:
    """Whether the instruction has a fuzzy form. Its text is not read."""
    return with_form(task, "fuzzy").play.form == "fuzzy"


def with_servers(task: Task, added: AddedServers) -> Task:
    """Return the task with servers of the user's own; the task itself if it names no servers."""
    return task.with_play(replace(task.play, added=added))


def with_judge(task: Task) -> Task:
    """Return the task for a run with a judge: one without a checker has none to complain of there."""
    return task.with_play(replace(task.play, judged=True))
