"""A run in the formats of other tools: flat tables, a log for Inspect, videos, and the formats of plugins."""

from __future__ import annotations

from pathlib import Path

from controller.core.junk import is_empty
from controller.results.export.episodes import RunToExport
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
    if spec.check:
        spec.check()
    new_folder(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return list(spec.write(run, out))
    except OSError as error:
        raise RecordsError(
            f"cannot write {error.filename or out}: {error.strerror}",
            hint="free some space, or choose another --out",
        ) from error


def new_folder(out: Path) -> None:
    """Raise UsageError unless an export can go there: nothing, or an empty folder."""
    if out.exists() and (not out.is_dir() or not is_empty(out)):
        raise UsageError(f"{out} exists already", hint="choose another --out")
