"""What an import format declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.records.event_lines import Damage
from controller.records.run_records import RunRecords
from controller.tasks.task import Task


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What to import.

    Attributes:
        folder: Another program's results of one run.
        out: The run's folder, new.
        tasks: Tasks of a source, so that the run can be compared to runs of them; results of other tasks are left out.
        listed: Without `tasks`, the ids of the selected tasks, likewise; empty for all.
        helped: Without `tasks`, the ids of the tool-beneficial tasks.
        complete: Whether the run has all selected tasks, so that one without results counts as cancelled.
    """

    folder: Path
    out: Path
    tasks: Sequence[Task] = ()
    listed: Sequence[str] = ()
    helped: frozenset[str] = frozenset()
    complete: bool = False


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """An imported run.

    Attributes:
        records: The run.
        damage: What could not be read or was left out.
        labels: People's labels by task, whether the episode is a success; testbed writes them to the run's folder, for
            `testbed judge calibrate`.
    """

    records: RunRecords
    damage: tuple[Damage, ...]
    labels: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportFormat:
    """The declaration of an import format: `testbed import-results --format NAME`.

    Attributes:
        import_results: Writes the run without a summary, which testbed adds. Raises UsageError when there are no
            results, or those of several runs, or the run's folder is not new, RecordsError when that cannot be written.
        is_default: Whether it is the format of a command without `--format`; only testbed's own are asked.
    """

    import_results: Callable[[ImportRequest], ImportedRun]
    is_default: bool = False
