"""Files of records: written atomically, read with errors that name the file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from controller.core.invalid_data import first_invalid
from controller.records.bounded import read_bounded
from testbed.command import command
from testbed.errors import RecordsError

Model = TypeVar("Model", bound=BaseModel)


def write_whole(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a file atomically: under a temporary name beside its place, then renamed.

    Raises RecordsError; nothing is left of the file then.
    """
    beside = temporary_path(path)
    with reporting_write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise


def remove_whole(path: Path) -> None:
    """Remove a file, and what a killed process left half-written of it; there need be neither. Raises RecordsError."""
    with reporting_write_errors(path):
        path.unlink(missing_ok=True)
        temporary_path(path).unlink(missing_ok=True)


def temporary_path(path: Path) -> Path:
    """The temporary name under which `write_whole` writes a file."""
    return path.with_name(f".{path.name}.new")


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


def read_model(
    path: Path, model: type[Model], *, hint: str = "restore it from a copy, or move it away"
) -> Model:
    """Read a JSON file into a model.

    Args:
        path: The file.
        model: Its format.
        hint: What the user can do when it is damaged.

    Raises:
        RecordsError: It cannot be read.
    """
    try:
        data = read_bounded(path)
        return model.model_validate_json(data)
    except OSError as error:
        raise RecordsError(f"cannot read {path}: {error.strerror}", hint="check its permissions") from error
    except ValidationError as error:
        line, problem = describe_invalid(data, error)
        where = f"{path}:{line}" if line else str(path)
        raise RecordsError(f"cannot read {where}: {problem}", hint=hint) from error


def describe_invalid(data: bytes, error: ValidationError) -> tuple[int, str]:
    """Describe where and why a JSON file does not conform to its format.

    Args:
        data: The file's content; without it the line of a wrong field is unknown.
        error: The error of reading it.

    Returns:
        The line from 1, 0 if unknown, and the problem, such as "the file is cut short".
    """
    first = first_invalid(error)
    if first.details["type"] == "json_invalid":
        line = re.search(r"at line (\d+)", first.reason)
        problem = "the file is cut short" if "EOF" in first.reason else "the file is not valid JSON"
        return int(line[1]) if line else 0, problem
    problem = str(first)
    if first.details["type"] == "extra_forbidden":
        problem = f"{problem}; a newer version of testbed may have written it"
    field = next((str(part) for part in reversed(first.location) if isinstance(part, str)), "")
    before, separator, _ = data.partition(f'"{field}":'.encode())
    return before.count(b"\n") + 1 if separator else 0, problem
