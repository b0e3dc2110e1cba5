"""Where the episodes of the environment for Gymnasium are recorded."""

from __future__ import annotations

import itertools
from pathlib import Path

from controller.episode.recorder import Recorder
from controller.records.episode_recorder import EpisodeRecorder, NullRecorder


def new_recorder(records: Path | None, task: str) -> tuple[Recorder, str]:
    """Return the recorder of a new episode, and its folder below that of all records.

    Args:
        records: The folder of all records; None for none.
        task: The task's id.
    """
    if records is None:
        return NullRecorder(), ""
    number = next(number for number in itertools.count(1) if _is_new(records / task / str(number)))
    recorder = EpisodeRecorder(records / task / str(number))
    recorder.begin_attempt()
    return recorder, f"{task}/{number}"


def _is_new(folder: Path) -> bool:
    """Make a folder; return whether there was none."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return False
    return True
