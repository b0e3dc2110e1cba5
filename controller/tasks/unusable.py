"""Tasks of plugins that fail before a run: each is skipped with the package's name, the cause and the remedy."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, NoReturn

from checkers import GuestView, Score
from controller.core.extension_calls import is_guarded
from controller.core.guest import Guest
from controller.guests.provider import SNAPSHOTS
from controller.tasks.task import TASKS_FOLDER, SourceRef, Task
from controller.tasks.task_info import TaskInfo
from controller.tasks.task_judging import TaskJudging
from controller.tasks.task_variants import TaskVariants
from testbed.errors import CheckerError, PluginError, SetupError, TestbedError

FAILURES = (PluginError, SetupError, CheckerError)
"""What failures of a plugin's task become (`TASK_SOURCES`)."""
_KEPT: Mapping[str, Any] = {
    "instruction": "",
    "hash": "",
    "initial_state_hash": "",
    "source": TASKS_FOLDER,
}
"""What records and metrics have of the task all the same, where it can be read, and what they have otherwise."""
_KEPT_INFO: Mapping[str, Any] = {
    "suites": (),
    "tools": (),
    "tool_beneficial": False,
    "feasible": True,
    "level": None,
}
"""As `_KEPT`, of the task's info."""


def usable(task_id: str, read: Callable[[], Task]) -> Task:
    """Return the task that `read` returns; if that or a member of it fails in a plugin, a task that is skipped.

    Raises what is no failure of a plugin, such as TaskError.
    """
    task: Task | None = None
    try:
        task = read()
        if is_guarded(task):
            _read_members(task)
    except FAILURES as error:
        return UnusableTask(task_id, error, task)
    return task


def checked(task: Task) -> Task:
    """Return the task if a plugin's functions for judging it can be made, else a task that is skipped.

    Raises what is no failure of a plugin, such as TaskError.
    """
    if not is_guarded(task) or task.skip_reason:
        return task
    try:
        task.judging.truth()
        task.judging.checker()
    except FAILURES as error:
        return UnusableTask(task.id, error, task)
    return task


def with_source(tasks: Sequence[Task]) -> list[Task]:
    """Return tasks of one source, where those that could not be loaded have the source of the others."""
    source = next((task.source for task in tasks if task.source != TASKS_FOLDER), TASKS_FOLDER)
    for task in tasks:
        if isinstance(task, UnusableTask):
            task.adopt(source)
    return list(tasks)


def _read_members(task: Task) -> None:
    """Read and call what a run does before its first episode. Raises what failures of plugins become."""
    reads: list[Callable[[], object]] = [partial(getattr, task, name) for name in _properties(Task)]
    reads += [partial(getattr, task.info, one.name) for one in fields(TaskInfo)]
    reads += [partial(getattr, task.judging, name) for name in _properties(TaskJudging)]
    if task.variants is not None:
        reads += [partial(getattr, task.variants, name) for name in _properties(TaskVariants)]
    reads.append(lambda: task.with_play(replace(task.play, added=task.servers.added, judged=True)))
    reads.append(partial(task.select_snapshot, SNAPSHOTS))
    for read in reads:
        try:
            read()
        except FAILURES:
            raise
        except TestbedError:  # what its contract lets it raise is raised where a run reads it
            continue


def _properties(contract: type[Any]) -> list[str]:
    return [name for name in dir(contract) if isinstance(getattr(contract, name), property)]


class UnusableTask(Task):
    """Stands for a task of a plugin that fails. A run skips it."""

    def __init__(self, task_id: str, error: TestbedError, task: Task | None) -> None:
        """`task` is what has failed, None if it was not even loaded."""
        self._id = task_id
        self._error = error
        self._kept = {name: _read(task, name, default) for name, default in _KEPT.items()}
        info = _read(task, "info", None)
        kept = {name: _read(info, name, default) for name, default in _KEPT_INFO.items()}
        self._info = TaskInfo(applications=(), malformed=True, **kept)

    def adopt(self, source: SourceRef) -> None:
        """Take the source of the other tasks, if its own is not known."""
        if self._kept["source"] == TASKS_FOLDER:
            self._kept["source"] = source

    @property
    def skip_reason(self) -> str:
        remedy = f" ({self._error.hint})" if self._error.hint else ""
        return f"cannot be used: {self._error.message}{remedy}"

    @property
    def info(self) -> TaskInfo:
        return self._info

    @property
    def judging(self) -> TaskJudging:
        return _UnusableJudging(self._id, self._error)

    @property
    def id(self) -> str:
        return self._id

    @property
    def path(self) -> str:
        return self._id

    @property
    def hash(self) -> str:
        return str(self._kept["hash"]) or hashlib.sha256(self._id.encode()).hexdigest()

    @property
    def initial_state_hash(self) -> str:
        return str(self._kept["initial_state_hash"]) or self.hash

    @property
    def instruction(self) -> str:
        return str(self._kept["instruction"])

    @property
    def source(self) -> SourceRef:
        source: SourceRef = self._kept["source"]
        return source

    def definition(self) -> Mapping[str, Any]:
        return {"id": self._id, "skip_reason": self.skip_reason}

    def describe_setup(self) -> Sequence[str]:
        return ()

    def set_up(self, guest: Guest, cancel: threading.Event) -> NoReturn:  # noqa: ARG002
        raise self._error


@dataclass(frozen=True)
class _UnusableJudging(TaskJudging):
    path: str
    error: TestbedError

    @property
    def checker_path(self) -> str:
        return self.path

    def checker(self) -> Callable[[GuestView], Score]:
        raise self.error


def _read(read: Task | TaskInfo | None, name: str, default: Any) -> Any:
    try:
        return default if read is None else getattr(read, name)
    except TestbedError:
        return default
