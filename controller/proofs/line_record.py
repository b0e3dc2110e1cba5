"""Files of recorded figures: one JSON line for each thing that was measured of a task, with the hashes of the task."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.core.invalid_data import describe_invalid
from controller.proofs.checker_modules import checkers_hash
from controller.records.bounded import read_bounded
from controller.records.files import write_whole
from controller.tasks.sources.folder.folder_hash import folder_hash
from controller.tasks.task import Task
from testbed.errors import RecordsError, UsageError

HASH = 16
"""Digits of the hashes on record."""
_LAST = ("folder", "checkers", "image", "provider", "date")
"""The fields at the end of a line, after what was measured."""


class TaskLine(BaseModel):
    """A line about a task as it was then.

    Attributes:
        folder: Beginning of the hash of the task's folder.
        checkers: Beginning of the hash of the modules of `checkers` that its scripts use.
        image: Beginning of the hash of the guest's image.
        provider: The guest's provider.
        date: The day, in UTC, as YYYY-MM-DD.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    folder: str
    checkers: str
    image: str
    provider: str
    date: str

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What the line is about; a later line about it replaces it. Lines are in the order of their keys."""
        return (self.task,)


Line = TypeVar("Line", bound=TaskLine)


class LineRecord(Generic[Line]):
    """A file of lines of one format."""

    def __init__(self, path: Path, line: type[Line]) -> None:
        """Read the file, if it is there. Raises UsageError that names a malformed line, RecordsError."""
        self.path = path
        self._lines: dict[tuple[Hashable, ...], Line] = {each.key: each for each in _read(path, line)}

    def current(self, task: Task) -> list[Line]:
        """Return what is on record of the task as it is now. Raises TaskError."""
        now = task_hashes(task)
        return [
            line
            for line in self._lines.values()
            if line.task == task.id and (line.folder, line.checkers) == now
        ]

    def put(self, lines: Iterable[Line]) -> None:
        """Add lines and write the file. Raises RecordsError."""
        self._lines |= {line.key: line for line in lines}
        ordered = (self._lines[key] for key in sorted(self._lines))
        write_whole(self.path, "".join(map(_json_line, ordered)).encode())


def task_hashes(task: Task) -> tuple[str, str]:
    """Return the `folder` and `checkers` of a line about a task that has a folder. Raises TaskError."""
    assert task.folder is not None, "only tasks with a folder have figures on record"
    return folder_hash(task.folder)[:HASH], checkers_hash(task.folder)[:HASH]


def today() -> str:
    """Return the `date` of a line that is written now."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def _json_line(line: TaskLine) -> str:
    fields = line.model_dump(mode="json", exclude_defaults=True)
    fields |= {name: fields.pop(name) for name in _LAST if name in fields}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read(path: Path, model: type[Line]) -> list[Line]:
    try:
        content = read_bounded(path).decode()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise RecordsError(f"cannot read {path}: {error}", hint="name another file") from error
    lines = []
    for number, text in enumerate(content.splitlines(), 1):
        try:
            lines.append(model.model_validate_json(text))
        except ValidationError as error:
            raise UsageError(
                f"{path}:{number}: {describe_invalid(error)}",
                hint="remove the line; what it records is then measured again",
            ) from error
    return lines
