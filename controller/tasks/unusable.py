"""Tasks of plugins that fail before a run: each is skipped with the package's name, the cause and the remedy."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from checkers import GuestView, Score
from controller.core.extension_calls import is_guarded
from controller.core.guest import Guest
from controller.guests.provider import SNAPSHOTS
from controller.tasks.task import TASKS_FOLDER, Level, SourceRef, Task
from testbed.errors import CheckerError, PluginError, SetupError, TestbedError

FAILURES = (PluginError, SetupError, CheckerError)
"""What failures of a plugin's task become (`TASK_SOURCES`)."""
_IN_EPISODES = frozenset({"has_safety_claims"})
"""Properties that only an episode reads: their failure costs that episode."""
_PROPERTIES = tuple(
    name for name in dir(Task) if isinstance(getattr(Task, name), property) and name not in _IN_EPISODES
)
_KEPT: Mapping[str, Any] = {
    "instruction": "",
    "hash": "",
    "initial_state_hash": "",
    "suites": (),
    "tools": (),
    "tool_beneficial": False,
    "feasible": True,
    "level": None,
    "source": TASKS_FOLDER,
}
"""What records and metrics have of the task all the same, where it can be read, and what they have otherwise."""


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
        task.truth()
        task.checker()
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
    reads: list[Callable[[], object]] = [partial(getattr, task, name) for name in _PROPERTIES]
    reads += [
        task.with_judge,
        partial(task.with_form, "concrete"),
        lambda: task.with_servers(task.servers.added),
    ]
    reads += [partial(task.with_variant, 0), partial(task.select_snapshot, SNAPSHOTS)]
    for read in reads:
        try:
            read()
        except FAILURES:
            raise
        except TestbedError:  # what its contract lets it raise is raised where a run reads it
            continue


class UnusableTask(Task):
    """Stands for a task of a plugin that fails. A run skips it."""

    def __init__(self, task_id: str, error: TestbedError, task: Task | None) -> None:
        """`task` is what has failed, None if it was not even loaded."""
        self._id = task_id
        self._error = error
        self._kept = {name: _read(task, name, default) for name, default in _KEPT.items()}

    def adopt(self, source: SourceRef) -> None:
        """Take the source of the other tasks, if its own is not known."""
        if self._kept["source"] == TASKS_FOLDER:
            self._kept["source"] = source

    @property
    def skip_reason(self) -> str:
        remedy = f" ({self._error.hint})" if self._error.hint else ""
        return f"cannot be used: {self._error.message}{remedy}"

    @property
    def malformed(self) -> bool:
        return True

    @property
    def id(self) -> str:
        return self._id

    @property
    def path(self) -> str:
        return self._id

    @property
    def applications(self) -> tuple[str, ...]:
        return ()

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
    def suites(self) -> tuple[str, ...]:
        return tuple(self._kept["suites"])

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(self._kept["tools"])

    @property
    def tool_beneficial(self) -> bool:
        return bool(self._kept["tool_beneficial"])

    @property
    def feasible(self) -> bool:
        return bool(self._kept["feasible"])

    @property
    def level(self) -> Level | None:
        level: Level | None = self._kept["level"]
        return level

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

    def checker(self) -> Callable[[GuestView], Score]:
        raise self._error


def _read(task: Task | None, name: str, default: Any) -> Any:
    try:
        return default if task is None else getattr(task, name)
    except TestbedError:
        return default
