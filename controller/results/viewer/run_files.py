"""Opening a run that may come from elsewhere, and what of its damage pages may show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from controller.metrics.run_loader import invalid
from controller.records.event_lines import Damage
from controller.records.run_folder import RunFolder
from controller.records.run_records import RunRecords
from testbed.errors import RecordsError, TestbedError, UsageError


class UnreadableError(RecordsError):
    """A run's records cannot be opened."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(str(damage), hint="restore the file, or remove the run")
        self.damage = damage


def open_records(folder: Path) -> RunRecords:
    """A run's records. Raises UnreadableError also for values that testbed never writes."""
    path = RunFolder(folder).run_file
    problem = "is a link" if path.is_symlink() else ""
    try:
        records = RunRecords.open(folder)
    except TestbedError as error:
        cause = error.__cause__
        if isinstance(cause, ValidationError):
            raise UnreadableError(invalid(path, b"", cause)) from error
        reason = "was removed" if isinstance(error, UsageError) else error.message.rpartition(f"{path}: ")[2]
        raise UnreadableError(Damage(str(path), 0, reason)) from error
    if problem:
        raise UnreadableError(Damage(str(path), 0, problem))
    return records


def relative_damage(folder: Path, damage: Iterable[Damage], place: str = "") -> tuple[Damage, ...]:
    """Damage with paths relative to `folder`, which is shown as `place`, so that pages reveal no other folders."""
    before, after = f"{folder}/", f"{place}/" if place else ""
    return tuple(
        replace(
            item, path=after + item.path.removeprefix(before), problem=item.problem.replace(before, after)
        )
        for item in damage
    )
