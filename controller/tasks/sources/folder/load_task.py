"""Loads a task from its folder, and finds what its files contradict."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.guests.provider import HEADLESS
from controller.tasks.sources.folder.sections import read_sections
from controller.tasks.sources.folder.task import FolderTask
from controller.tasks.sources.folder.task_file import TASK_FORM, FileStep, Open
from controller.tasks.sources.folder.toml_form import Location, at, read
from controller.tasks.sources.folder.user_file import USER_FILE, USER_FORM
from controller.tasks.task import TASKS_FOLDER, SourceRef
from testbed.errors import TaskError


def load_task(folder: Path, root: Path, source: SourceRef = TASKS_FOLDER) -> FolderTask:
    """The task in `folder`, a grandchild of `root`.

    Raises TaskError naming file, line and field.
    """
    path = folder / "task.toml"
    try:
        text, data = read(path)
    except FileNotFoundError as error:
        raise TaskError(
            f"{path}: no such file", hint="a task is a folder with task.toml and check.py"
        ) from error
    sections = read_sections(path, text, data)
    file = TASK_FORM.validate(path, text, {name: data[name] for name in data if name not in sections})
    user_file = None
    if (folder / USER_FILE).exists():
        user_file = USER_FORM.validate(folder / USER_FILE, *read(folder / USER_FILE))
    task = FolderTask(folder.relative_to(root).as_posix(), folder, file, user_file, source, sections)
    for problem in _problems(task):
        raise at(path, text, *problem)
    return task


def _problems(task: FolderTask) -> Iterator[tuple[Location, str, str]]:
    computed = task.judging.truth_path.is_file()
    judged = bool(task.file.key_points or task.file.reference or computed)
    if not task.judging.has_checker and not judged:
        remedy = "write `def check(guest: GuestView) -> Score`, or give judges key_points or a reference, or truth.py"
        yield (), "there is no check.py beside it", remedy
    if not task.info.feasible and judged:
        field = (
            "key_points"
            if task.file.key_points
            else "reference"
            if task.file.reference
            else task.judging.truth_path.name
        )
        place: Location = () if field == task.judging.truth_path.name else (field,)
        yield place, "an infeasible task has no words to judge", f"remove {field}"
    if task.file.reference and computed:
        problem = f"{task.judging.truth_path.name} computes the expected answer, too"
        yield ("reference",), problem, f"remove reference, or {task.judging.truth_path.name}"
    if task.file.claim and not task.judging.has_checker:
        yield ("claim",), "there is no check.py whose claims could have weights", "remove it"
    if task.info.feasible and task.file.twin:
        yield ("twin",), "a feasible task has no twin", "name the twin in the infeasible task only"
    if not task.info.feasible and not task.file.twin:
        yield ("feasible",), "an infeasible task needs a feasible twin", 'add twin = "domain/slug"'
    if not task.info.feasible and task.file.tools:
        yield ("tools",), "an infeasible task has no tool that helps", "remove tools"
    for place, step in task.file.placed_steps():
        if isinstance(step, Open) and task.file.snapshot == HEADLESS:
            yield (*place, "open"), "a headless guest has no desktop", "remove the step, or snapshot"
        if isinstance(step, FileStep):
            source = (task.folder / step.source).resolve()
            if not source.is_relative_to(task.folder.resolve()):
                yield (*place, step.verb), f"{step.source!r} is outside the task's folder", "copy it in"
            elif not source.exists() and not task.variants:
                yield (*place, step.verb), f"there is no {step.source!r}", "paths are relative to the task"
