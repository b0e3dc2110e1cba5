"""Runs in the formats of other tools: flat tables, a log for Inspect, videos, and the formats of plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from controller.core.junk import is_empty
from controller.results.export.episodes import RunToExport
from controller.results.export.format import ExportFormat
from testbed.errors import RecordsError, UsageError
from testbed.extension_points import EXPORT_FORMATS


def export(run: RunToExport, form: str, out: Path) -> list[str]:
    """Export a run.

    Args:
        run: The run.
        form: The format's name.
        out: Folder to write into; new or empty.

    Returns:
        Remarks for the user.

    Raises:
        UsageError: The format is unknown, its package is not installed, or the folder is not empty.
        RecordsError: The folder cannot be written.
    """
    spec = EXPORT_FORMATS.load(form)
    return _write(spec, partial(spec.write, run), out)


def export_runs(runs: Sequence[RunToExport], form: str, out: Path) -> list[str]:
    """Export the runs of a study together; as `export`, and UsageError for a format of one run."""
    spec = EXPORT_FORMATS.load(form)
    if spec.write_runs is None:
        able = [name for name in EXPORT_FORMATS.own_names() if EXPORT_FORMATS.load(name).write_runs]
        raise UsageError(
            f"--format {form} takes one run",
            hint=f"export the study's runs one by one, or use {', '.join(able[:-1])} or {able[-1]}",
        )
    return _write(spec, partial(spec.write_runs, runs), out)


def _write(spec: ExportFormat, write: Callable[[Path], Sequence[str]], out: Path) -> list[str]:
    if spec.check:
        spec.check()
    new_folder(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return list(write(out))
    except OSError as error:
        raise RecordsError(
            f"cannot write {error.filename or out}: {error.strerror}",
            hint="free some space, or choose another --out",
        ) from error


def new_folder(out: Path) -> None:
    """Raise UsageError unless an export can go there: nothing, or an empty folder."""
    if out.exists() and (not out.is_dir() or not is_empty(out)):
        raise UsageError(f"{out} exists already", hint="choose another --out")
