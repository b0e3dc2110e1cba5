"""An offline run of Weights & Biases, which `wandb sync` uploads later. Nothing is sent.

What is recorded of this machine is turned off: its hardware, git state and code are not part of a run of testbed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from plugins.experiment_trackers import flat_names
from testbed.extensions import import_extra
from testbed.results import ExportFormat, RunToExport, episode_tables

PROJECT = "testbed"


def write(run: RunToExport, out: Path) -> list[str]:
    """Write `wandb/offline-run-<time>-<id>/`. Raises UsageError if wandb is not installed."""
    wandb = _wandb()
    settings = wandb.Settings(
        mode="offline",
        console="off",
        silent=True,
        disable_git=True,
        disable_code=True,
        x_disable_meta=True,
        x_disable_stats=True,
        x_disable_machine_info=True,
    )
    recorded = wandb.init(
        dir=str(out),
        project=PROJECT,
        name=run.name,
        config={**flat_names.parameters(run), **flat_names.tags(run)},
        tags=[run.agent, run.info.options.actions, run.info.options.tool_filter],
        settings=settings,
    )
    for name, rows in episode_tables(run):
        recorded.log({name: _table(wandb, list(rows))})
    recorded.summary.update(flat_names.metrics(run))
    recorded.finish()
    return [f"`wandb sync {out}/wandb/offline-run-*` uploads it"]


def write_runs(runs: Sequence[RunToExport], out: Path) -> list[str]:
    """Write an offline run for each run."""
    return list(dict.fromkeys(remark for run in runs for remark in write(run, out)))


def _table(wandb: Any, rows: list[dict[str, Any]]) -> Any:
    columns = list(rows[0]) if rows else []
    return wandb.Table(
        columns=columns, data=[[row[column] for column in columns] for row in rows], allow_mixed_types=True
    )


_wandb = partial(import_extra, "wandb", "wandb")
EXPORT = ExportFormat(write, check=_wandb, write_runs=write_runs)
