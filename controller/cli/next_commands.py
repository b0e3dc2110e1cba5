"""What to do with a run that has just ended."""

from __future__ import annotations

import shlex
from pathlib import Path

from controller.records.run_folder import RunFolder
from controller.records.run_info import RunInfo
from controller.records.run_records import RunRecords
from testbed.command import command
from testbed.errors import TestbedError

NEIGHBOURS = 20
"""How many of the newest runs beside a run are looked at for one to compare it to."""


def next_commands(records: RunRecords) -> list[str]:
    """Return lines with the commands for a run: to run what failed again, show it, and compare it.

    It is compared to the newest other run of the same tasks.
    """
    folder = shlex.quote(str(records.folder))
    lines = []
    if failed := 0 if records.info.options.replay or records.info.imported else len(records.remaining()):
        episodes = "1 episode" if failed == 1 else f"{failed} episodes"
        lines.append(f"{episodes} failed by the infrastructure; run again: {command(f'resume {folder}')}")
    lines.append(f"look at it: {command(f'view {folder}')}")
    other = _comparable(records)
    if other is not None:
        lines.append(f"compare it: {command(f'compare {shlex.quote(str(other))} {folder}')}")
    return lines


def _comparable(records: RunRecords) -> Path | None:
    for beside in records.paths.siblings()[:NEIGHBOURS]:
        if beside != records.paths and _tasks(beside) == _task_hashes(records.info):
            return beside.path
    return None


def _tasks(folder: RunFolder) -> dict[str, str] | None:
    """Return the tasks of a finished run; None of one that is unfinished or cannot be read."""
    if not folder.summary_file.is_file():
        return None
    try:
        return _task_hashes(RunRecords.open(folder.path).info)
    except TestbedError:
        return None  # a damaged neighbour is no run to compare to


def _task_hashes(info: RunInfo) -> dict[str, str]:
    return {entry.id: entry.hash for entry in info.tasks}
