"""An offline run of Weights & Biases, which `wandb sync` uploads later. Nothing is sent.

What is recorded of this machine is turned off: its hardware, git state and code are not part of a run of testbed.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from controller.core.extras import import_extra
from controller.results.export import experiment, flat
from controller.results.export.episodes import RunToExport
from controller.results.export.format import ExportFormat

PROJECT = "testbed"


def write(run: RunToExport, out: Path) -> list[str]:
    """Write `wandb/offline-run-<time>-<id>/`. Raises UsageError if wandb is not installed."""
    wandb = import_extra("wandb")
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
        config={**experiment.parameters(run), **experiment.tags(run)},
        tags=[run.agent, run.info.options.actions, run.info.options.tool_filter],
        settings=settings,
    )
    for name, rows in flat.tables(run):
        recorded.log({name: _table(wandb, list(rows))})
    recorded.summary.update(experiment.metrics(run))
    recorded.finish()
    return [f"`wandb sync {out}/wandb/offline-run-*` uploads it"]


def _table(wandb: Any, rows: list[dict[str, Any]]) -> Any:
    columns = list(rows[0]) if rows else []
    return wandb.Table(
        columns=columns, data=[[row[column] for column in columns] for row in rows], allow_mixed_types=True
    )


EXPORT = ExportFormat(write, check=partial(import_extra, "wandb"))
