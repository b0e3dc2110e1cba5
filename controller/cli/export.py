"""`testbed export`: a run in the formats of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.results.export import FORMATS
from controller.results.export import export as write_export
from controller.results.export.episodes import open_run


def export(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of the run.")],
    form: Annotated[str, typer.Option("--format", metavar="F", help=f"One of {', '.join(FORMATS)}.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder to write; default: RUN-F.", show_default=False),
    ] = None,
) -> None:
    """Write a run in another format: flat tables, OSWorld's result tree, a log for Inspect, or an offline run of MLflow
    or Weights & Biases."""
    run = open_run(folder)
    common.warn_of_damage(run.loaded.damage)
    target = out or folder.resolve().with_name(f"{run.name}-{form}")
    remarks = write_export(run, form, target)
    for line in (f"written to {target}", *remarks):
        common.out.print(line, markup=False, soft_wrap=True)
