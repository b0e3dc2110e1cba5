"""An episode as data for its page."""

from __future__ import annotations

from dataclasses import dataclass

from controller.records import RunRecords
from controller.run_info import TaskEntry


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """An episode."""

    task: TaskEntry
    epoch: int
    attempt: int


def read_episode(records: RunRecords, task: TaskEntry, epoch: int, attempt: int = 0) -> EpisodeView | None:
    """An episode's last try, or its n-th failed one; None when there is no record of it."""
    if not records.recorder(task.id, epoch).folder.is_dir():
        return None
    return EpisodeView(task, epoch, attempt)
