"""A run in the formats of other tools: flat tables, OSWorld's tree, a log for Inspect, experiment trackers, videos."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.core.extras import import_extra
from controller.core.junk import is_empty
from controller.results.export.episodes import RunToExport
from testbed.errors import RecordsError, UsageError

FORMATS = ("csv", "jsonl", "parquet", "osworld", "inspect", "mlflow", "wandb", "gif", "mp4")


def export(run: RunToExport, form: str, out: Path) -> list[str]:
    """Export a run.

    Args:
        run: The run.
        form: One of `FORMATS`.
        out: Folder to write into; new or empty.

    Returns:
        Remarks for the user.

    Raises:
        UsageError: The format is unknown, its package is not installed, or the folder is not empty.
        RecordsError: The folder cannot be written.
    """
    write = _writer(form)
    new_folder(out)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return write(run, out)
    except OSError as error:
        raise RecordsError(
            f"cannot write {error.filename or out}: {error.strerror}",
            hint="free some space, or choose another --out",
        ) from error


def new_folder(out: Path) -> None:
    """Raise UsageError unless an export can go there: nothing, or an empty folder."""
    if out.exists() and (not out.is_dir() or not is_empty(out)):
        raise UsageError(f"{out} exists already", hint="choose another --out")


def _writer(form: str) -> Callable[[RunToExport, Path], list[str]]:
    match form:
        case "csv" | "jsonl":
            from controller.results.export import flat

            return flat.write_csv if form == "csv" else flat.write_jsonl
        case "parquet":
            from controller.results.export import parquet

            import_extra("pyarrow")
            return parquet.write
        case "osworld":
            from controller.results.export.osworld import tree

            return tree.write
        case "inspect":
            from controller.results.export import inspect_log

            return inspect_log.write
        case "gif":
            from controller.results.export import videos

            return videos.write_gif
        case "mp4":
            from controller.results.export import videos

            return videos.write_mp4
        case "mlflow":
            from controller.results.export import mlflow_store

            import_extra("mlflow")
            return mlflow_store.write
        case "wandb":
            from controller.results.export import wandb_offline

            import_extra("wandb")
            return wandb_offline.write
    raise UsageError(f"invalid value for --format: {form!r} (use {', '.join(FORMATS)})")
