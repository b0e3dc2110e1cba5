"""Where a run is created: what the folder may have before it."""

from __future__ import annotations

import itertools
from pathlib import Path

from controller.core.junk import is_junk
from controller.records.files import reporting_write_errors, temporary_path
from controller.records.run_file import read_run_info
from controller.records.run_folder import RunFolder
from controller.records.run_lock import lock_run
from testbed.command import command
from testbed.errors import UsageError


def clear_folder(folder: Path) -> Path | None:
    """Make sure that a run can be created in a folder.

    Returns:
        Where an aborted run without results was moved from there; None if there was none.

    Raises:
        UsageError: The folder cannot be made, or holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file", hint="choose a new folder for --out")
    run = RunFolder(folder)
    before_run = {run.lock_file.name, temporary_path(run.run_file).name}  # of a process that ended too early
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if all(path.name in before_run or is_junk(path) for path in folder.iterdir()):
            return None
    except OSError as error:
        raise UsageError(
            f"cannot make the run's folder {folder}: {error.strerror}", hint="choose another --out"
        ) from error
    if not run.exists():
        raise UsageError(f"{folder} has files that are no run", hint="choose a new folder for --out")
    if not run.error_file.is_file() or run.has_results():
        raise has_a_run(folder)
    read_run_info(run)
    with lock_run(run):
        moved = _move_aside(folder)
    with reporting_write_errors(folder):
        folder.mkdir(exist_ok=True)
    return moved


def has_a_run(folder: Path) -> UsageError:
    """Return the error of creating a run where there is one."""
    return UsageError(
        f"{folder} has a run already", hint=f"choose another --out, or `{command(f'resume {folder}')}`"
    )


def _move_aside(folder: Path) -> Path:
    names = (folder.with_name(f"{folder.name}.aborted-{number}") for number in itertools.count(1))
    target = next(path for path in names if not path.exists())
    with reporting_write_errors(target):
        folder.rename(target)
    return target
