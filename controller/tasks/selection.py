"""Which tasks: by source, suite, list, id glob, domain and number."""

from __future__ import annotations

import difflib
import fnmatch
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from controller.core.project_files import project_file
from controller.guests.network_access import CLOSED
from controller.tasks.added_servers import AddedServers
from controller.tasks.domains import PAPER_DOMAINS
from controller.tasks.list_file import read_task_list
from controller.tasks.source import TaskSource
from controller.tasks.sources.folder.source import FolderSource
from controller.tasks.sources.registry import open_source, takes_option, usages
from controller.tasks.task import SourceRef, Task, with_servers
from controller.tasks.unusable import checked, usable, with_source
from testbed.command import command
from testbed.errors import TaskError, UsageError
from testbed.extension_points import TASK_SOURCES


@dataclass(frozen=True, slots=True)
class Selection:
    """Which tasks the user selects; empty means all.

    Attributes:
        suite: A suite of the tasks folder, or a task source as "<source>:<place>".
        globs: Patterns of ids.
        domains: Domains.
        limit: How many of them, from the first.
        list_file: A file that lists ids.
        options: Options of the task source, by name.
        network: What the guests reach outside, as `--network` takes it; a source may count on it.
        to_run: They are selected for a run. It leaves out those that are in suites on servers alone, unless the user
            names a suite, ids, domains or a list.
        servers: A file with servers of the user's own, which the tasks can name.
    """

    suite: str = ""
    globs: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    limit: int | None = None
    list_file: Path | None = None
    options: tuple[tuple[str, str], ...] = ()
    network: str = CLOSED
    to_run: bool = False
    servers: Path | None = None

    @property
    def leaves_out_servers(self) -> bool:
        """Whether tasks of suites on servers are left out."""
        return self.to_run and not (self.suite or self.globs or self.domains or self.list_file)


def tasks_root() -> Path:
    """The folder of tasks: `TESTBED_TASKS`, or the project's own tasks."""
    folder = os.environ.get("TESTBED_TASKS")
    return Path(folder).expanduser().absolute() if folder else project_file("tasks")


def task_source(ref: SourceRef, root: Path) -> TaskSource:
    """Return the source that a run's record names; the tasks folder at `root` for an unnamed one.

    Raises UsageError when it cannot be opened.
    """
    return open_source(ref.name, dict(ref.options)) if ref.name else FolderSource(root)


def load_tasks(ids: Iterable[str], root: Path | TaskSource, servers: Path | None = None) -> list[Task]:
    """Return the tasks of these ids, in that order, from a source or the tasks folder at `root`.

    They can name the servers of a file of the user's own.

    Raises TaskError; UsageError for an unknown id, or a malformed file of servers.
    """
    source = FolderSource(root) if isinstance(root, Path) else root
    known = set(source.ids())
    wanted = []
    for task_id in ids:
        if task_id not in known:
            raise _unknown("task", task_id, known)
        wanted.append(task_id)
    return _with_servers(_load_all(wanted, source), servers)


def _load_all(ids: Iterable[str], source: TaskSource) -> list[Task]:
    """Return the tasks of known ids; those that fail in a plugin are skipped by a run (`unusable.py`).

    Raises TaskError, which names all malformed ones.
    """
    tasks: list[Task] = []
    errors: list[TaskError] = []
    for task_id in ids:
        try:
            tasks.append(usable(task_id, partial(source.load, task_id)))
        except TaskError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        lines = "\n".join(f"  {error.message}" for error in errors)
        hints = dict.fromkeys(error.hint for error in errors if error.hint)
        raise TaskError(f"{len(errors)} tasks are malformed:\n{lines}", hint="; ".join(hints))
    return with_source(tasks)


def select_tasks(selection: Selection, root: Path) -> list[Task]:
    """Return the tasks selected, sorted by id: from the source that the suite names, or the tasks folder at `root`.

    Raises TaskError, which names all malformed tasks among those looked at; UsageError when a suite, domain, glob or
    list matches nothing, or the file of servers is malformed.
    """
    source, suite = _source(selection, root)
    known = source.ids()
    domains = {*PAPER_DOMAINS, *map(_domain, known)}
    for domain in selection.domains:
        if domain not in domains:
            raise _unknown("domain", domain, domains)
    for glob in selection.globs:
        if not fnmatch.filter(known, glob):
            raise _unknown("task", glob, known)
    listed = _read_list(selection, known)
    selected = [
        task_id
        for task_id in known
        if (not selection.globs or any(fnmatch.fnmatchcase(task_id, glob) for glob in selection.globs))
        and (not selection.domains or _domain(task_id) in selection.domains)
        and (listed is None or task_id in listed)
    ]
    tasks = _load_all(selected, source)
    _check_counterparts(tasks, known)
    if suite:
        tasks = _in_suite(suite, tasks, source, known)
    if selection.leaves_out_servers:
        tasks = _without_server_suites(tasks)
    if not tasks:
        raise UsageError(
            "no task is selected",
            hint=f"loosen --suite, --list, --task or --domain; see `{command('tasks list')}`",
        )
    tasks = tasks[: selection.limit]
    if selection.to_run:
        tasks = list(map(checked, tasks))
    return _with_servers(tasks, selection.servers)


def without_source(option: str) -> UsageError:
    """Return the error for an option of task sources that was given without a source."""
    return UsageError(
        f"--{option} needs a task source that takes it",
        hint=f"use --suite {' or '.join(usages(option) or usages())}",
    )


def _source(selection: Selection, root: Path) -> tuple[TaskSource, str]:
    """Return the source of the tasks, and the suite in it."""
    if ":" in selection.suite:
        options = dict(selection.options)
        if selection.network != CLOSED and takes_option(selection.suite, "network"):
            options["network"] = selection.network
        return open_source(selection.suite, options), ""
    if selection.options:
        raise without_source(selection.options[0][0])
    return FolderSource(root), selection.suite


def _with_servers(tasks: list[Task], file: Path | None) -> list[Task]:
    """Return the tasks where they can name the servers of a file. Raises UsageError."""
    if file is None:
        return tasks
    added = AddedServers.read(file)
    return [with_servers(task, added) for task in tasks]


def _read_list(selection: Selection, known: Sequence[str]) -> frozenset[str] | None:
    if selection.list_file is None:
        return None
    ids = read_task_list(selection.list_file)
    for task_id in ids:
        if task_id not in known:
            error = _unknown("task", task_id, known)
            raise UsageError(f"--list {selection.list_file}: {error.message}", hint=error.hint)
    return frozenset(ids)


def _domain(task_id: str) -> str:
    return task_id.partition("/")[0]


def _in_suite(suite: str, tasks: Sequence[Task], source: TaskSource, known: Sequence[str]) -> list[Task]:
    members = [task for task in tasks if suite in task.info.suites]
    if not members:
        every = {name for task_id in known for name in source.load(task_id).info.suites}
        if suite in TASK_SOURCES.names():
            raise UsageError(f"the task source {suite} needs a place", hint=f"use --suite {suite}:PLACE")
        if suite not in every:
            raise _unknown("suite", suite, every)
    return members


def _without_server_suites(tasks: Sequence[Task]) -> list[Task]:
    others = [task for task in tasks if not (task.info.suites and task.servers)]
    if tasks and not others:
        names = sorted({name for task in tasks for name in task.info.suites})
        raise UsageError(
            "all tasks are in suites on servers, which a run plays only when they are named",
            hint=f"name one: --suite {' or '.join(names)}",
        )
    return others


def _check_counterparts(tasks: Iterable[Task], known: Sequence[str]) -> None:
    for task in tasks:
        if task.info.feasible_counterpart and task.info.feasible_counterpart not in known:
            problem = _unknown("task", task.info.feasible_counterpart, known)
            raise UsageError(f"{task.path}: twin: {problem.message}", hint=problem.hint)


def _unknown(kind: str, name: str, known: Iterable[str]) -> UsageError:
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        hint = f"did you mean {' or '.join(close)}?"
    elif names and len(names) <= 12:
        hint = f"there are: {', '.join(names)}"
    else:
        hint = f"see `{command('tasks list')}`"
    return UsageError(f"there is no {kind} {name!r}", hint=hint)
