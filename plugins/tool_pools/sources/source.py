"""The tasks of a checkout, read at once: a file has many."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from plugins.tool_pools.sources.task import SuiteTask
from testbed.errors import UsageError
from testbed.extensions import describe_invalid
from testbed.tasks import SourceRef

RESTORE = "restore the file from the release"
Model = TypeVar("Model", bound=BaseModel)


class Entry(BaseModel):
    """An object of a release's file; a field that is not known is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class SuiteSource:
    """The tasks of one release."""

    def __init__(
        self, suite: str, folder: Path, read: Callable[[Path, SourceRef], Iterable[SuiteTask]]
    ) -> None:
        self._read = read
        self._folder = folder
        self._ref = SourceRef(f"{suite}:{folder}")

    def ids(self) -> list[str]:
        """Return the ids of all tasks, sorted. Raises UsageError when a file is missing or malformed."""
        return sorted(self._tasks)

    def load(self, task_id: str) -> SuiteTask:
        """Return the task of a known id. Raises UsageError as `ids`."""
        return self._tasks[task_id]

    @cached_property
    def _tasks(self) -> Mapping[str, SuiteTask]:
        tasks: dict[str, SuiteTask] = {}
        for task in self._read(self._folder, self._ref):
            if earlier := tasks.get(task.id):
                places = " and ".join(dict.fromkeys((earlier.path, task.path)))
                raise UsageError(f"{places}: the id {task.id!r} is there twice", hint=RESTORE)
            tasks[task.id] = task
        if not tasks:
            raise UsageError(f"there is no task in {self._folder}", hint=RESTORE)
        return tasks


def checkout(suite: str, place: str, *files: str) -> Path:
    """Return the folder of a checkout that must have these files or folders. Raises UsageError."""
    folder = Path(place).expanduser().absolute()
    for name in files:
        if not (folder / name).exists():
            raise UsageError(
                f"--suite {suite}:{place}: this is no checkout of the release: it has no {name}",
                hint="give the folder that `git clone` made; see docs/mcp_suites.md",
            )
    return folder


def read_text(path: Path) -> str:
    """Return the text of a file. Raises UsageError."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}", hint=RESTORE) from error


def read_json(path: Path) -> Any:
    """Return what a JSON file has. Raises UsageError."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}:{error.lineno}: not JSON: {error.msg}", hint=RESTORE) from error


def read_list(path: Path, place: str, value: object) -> list[Any]:
    """Return a value that must be a list. Raises UsageError."""
    if not isinstance(value, list):
        raise UsageError(f"{path}: {place or 'the file'} is no list", hint=RESTORE)
    return value


def validate(model: type[Model], path: Path, place: str, value: object) -> Model:
    """Return a value as a model has it; `place` is where the file has it. Raises UsageError."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise UsageError(f"{path}: {describe_invalid(error, within=place)}", hint=RESTORE) from error
