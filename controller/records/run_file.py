"""Reading `run.json`, which makes a folder that of a run."""

from __future__ import annotations

from controller.records.files import read_model
from controller.records.run_folder import RUN_FILE, TASK_NAME, RunFolder
from controller.records.run_info import RunInfo
from testbed.command import command
from testbed.errors import RecordsError, UsageError

MOST_EPISODES = 200_000
"""A run with more is considered damaged."""


def read_run_info(folder: RunFolder) -> RunInfo:
    """Read what was run. Raises UsageError when the folder is that of no run, RecordsError when it is damaged."""
    path = folder.run_file
    if not folder.exists():
        raise UsageError(
            f"Not a run folder: {folder.path} (no {RUN_FILE})",
            hint=f"give a folder that `{command('run')}` made",
        )
    hint = "restore it from a copy; the run cannot be read without it"
    info = read_model(path, RunInfo, hint=hint)
    if problem := _oddity(info):
        raise RecordsError(f"cannot read {path}: {problem}", hint=hint)
    return info


def _oddity(info: RunInfo) -> str:
    """What a run has that testbed never writes: its tasks' names become paths, its episodes are gone through."""
    names = [entry.id for entry in info.tasks]
    odd = next((name for name in names if not TASK_NAME.fullmatch(name)), None)
    if odd is not None:
        return f"has a task named {odd[:80]!r}; a task's name is <domain>/<slug>"
    if len(set(names)) < len(names):
        return "has a task twice"
    episodes = len(names) * info.options.epochs
    return f"has {episodes} episodes" if episodes > MOST_EPISODES else ""
