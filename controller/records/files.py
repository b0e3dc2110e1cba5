"""Files of records: written atomically, read with errors that name the file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from testbed.command import command
from testbed.errors import RecordsError

Model = TypeVar("Model", bound=BaseModel)


def write_whole(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a file atomically: under a temporary name beside its place, then renamed.

    Raises RecordsError.
    """
    beside = path.with_name(f".{path.name}.new")
    with reporting_write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        beside.replace(path)


@contextmanager
def reporting_write_errors(path: Path) -> Iterator[None]:
    """Raise RecordsError for an operating system's error while `path` is written."""
    try:
        yield
    except OSError as error:
        raise RecordsError(
            f"cannot write {path}: {error.strerror}",
            hint=f"make room or mend the folder's permissions, then `{command('resume')}` the run",
        ) from error


def read_model(path: Path, model: type[Model]) -> Model:
    """Read a JSON file into a model. Raises RecordsError."""
    try:
        return model.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RecordsError(
            f"cannot read {path}: {error}",
            hint=f"move the damaged file away; `{command('resume')}` redoes an episode",
        ) from error
