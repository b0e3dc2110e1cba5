"""Which tasks: by suite, id glob, domain and number."""

from __future__ import annotations

import difflib
import fnmatch
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.tasks.domains import PAPER_DOMAINS
from controller.tasks.task import Task, load_task
from testbed.errors import UsageError

_TASKS_HINT = "set TESTBED_TASKS to a folder with tasks as <domain>/<name>/task.toml"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which tasks the user selects; empty means all."""

    suite: str = ""
    globs: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    limit: int | None = None


def tasks_root() -> Path:
    """The folder of tasks: `TESTBED_TASKS`, or the project's own `tasks/`."""
    folder = os.environ.get("TESTBED_TASKS")
    return Path(folder) if folder else Path(__file__).resolve().parents[2] / "tasks"


def task_ids(root: Path) -> list[str]:
    """The ids of all tasks under `root`, sorted. Raises UsageError when there is no such folder, or no task in it."""
    if not root.is_dir():
        raise UsageError(f"there is no folder of tasks at {root}", hint=_TASKS_HINT)
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
        raise UsageError(f"the folder of tasks {root} has no task", hint=_TASKS_HINT)
    return ids


def load_tasks(ids: Iterable[str], root: Path) -> list[Task]:
    """The tasks of these ids, in that order. Raises TaskError, UsageError for an unknown id."""
    known = set(task_ids(root))
    tasks = []
    for task_id in ids:
        if task_id not in known:
            raise _unknown("task", task_id, known)
        tasks.append(load_task(root / task_id, root))
    return tasks


def select_tasks(selection: Selection, root: Path) -> list[Task]:
    """The tasks selected, sorted by id.

    Raises TaskError for a malformed task among those looked at; UsageError when a suite, domain or glob
    matches nothing.
    """
    known = task_ids(root)
    domains = {*PAPER_DOMAINS, *map(_domain, known)}
    for domain in selection.domains:
        if domain not in domains:
            raise _unknown("domain", domain, domains)
    for glob in selection.globs:
        if not fnmatch.filter(known, glob):
            raise _unknown("task", glob, known)
    selected = [
        task_id
        for task_id in known
        if (not selection.globs or any(fnmatch.fnmatchcase(task_id, glob) for glob in selection.globs))
        and (not selection.domains or _domain(task_id) in selection.domains)
    ]
    tasks = [load_task(root / task_id, root) for task_id in selected]
    _check_twins(tasks, known)
    if selection.suite:
        tasks = _in_suite(selection.suite, tasks, root, known)
    if not tasks:
        raise UsageError(
            "no task is selected", hint="loosen --suite, --task or --domain; see `testbed tasks list`"
        )
    return tasks[: selection.limit]


def _domain(task_id: str) -> str:
    return task_id.partition("/")[0]


def _in_suite(suite: str, tasks: Sequence[Task], root: Path, known: Sequence[str]) -> list[Task]:
    members = [task for task in tasks if suite in task.file.suites]
    if not members:
        every = {name for task_id in known for name in load_task(root / task_id, root).file.suites}
        if suite not in every:
            raise _unknown("suite", suite, every)
    return members


def _check_twins(tasks: Iterable[Task], known: Sequence[str]) -> None:
    for task in tasks:
        if task.file.twin and task.file.twin not in known:
            problem = _unknown("task", task.file.twin, known)
            raise UsageError(f"{task.folder / 'task.toml'}: twin: {problem.message}", hint=problem.hint)


def _unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        hint = f"did you mean {' or '.join(close)}?"
    elif names and len(names) <= 12:
        hint = f"there are: {', '.join(names)}"
    else:
        hint = "see `testbed tasks list`"
    return UsageError(f"there is no {kind} {name!r}", hint=hint)
