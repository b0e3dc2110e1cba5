"""What an export format declares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.results.export.episodes import RunToExport


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """The declaration of an export format: `testbed export --format NAME`.

    Attributes:
        write: Writes a run into a folder, which is there and empty, and returns remarks for the user. Raises OSError
            when it cannot be written.
        check: Raises UsageError when the format cannot be written here, such as without a package; called before the
            folder is made.
        selects: Whether it takes `--task` and `--epoch` (`RunToExport.tasks` and `epoch`).
        write_runs: Writes the runs of a study into one folder, as `write` does one; None for a format of one run.
    """

    write: Callable[[RunToExport, Path], Sequence[str]]
    check: Callable[[], object] | None = None
    selects: bool = False
    write_runs: Callable[[Sequence[RunToExport], Path], Sequence[str]] | None = None
