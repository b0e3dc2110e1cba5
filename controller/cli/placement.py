"""The options `--cluster` and `--max-guests`."""

from __future__ import annotations

from typing import Annotated

import typer

from controller.cli import common
from controller.cli.options import option
from controller.core.options import GUESTS
from controller.records.run_options import ModelCalls, RunOptions
from controller.runs.launch_options import LaunchOptions
from controller.runs.placement import Placement, on_cluster
from testbed.errors import UsageError

HERE = "none"
"""Value of `resume --cluster` that continues a run on this host."""

Cluster = Annotated[str, option(RunOptions, "cluster")]
ResumeCluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help=f"Another Ray cluster than that of the run, or {HERE} to continue on this host.",
        show_default=False,
        rich_help_panel=GUESTS,
    ),
]
MaxGuests = Annotated[int | None, option(LaunchOptions, "max_guests")]
ModelCallsFrom = Annotated[ModelCalls, option(RunOptions, "model_calls")]


def parse_placement(
    context: typer.Context, cluster: str, guests: int | None, max_guests: int | None
) -> Placement:
    """Return where guests run. Raises UsageError for options that do not fit together."""
    if not cluster:
        if max_guests is not None:
            raise UsageError("--max-guests needs --cluster", hint="on this host use --guests N")
        return Placement("", guests)
    source = context.get_parameter_source("guests")
    if source is not None and source.name == "COMMANDLINE":
        raise UsageError(f"--guests {guests} is for this host", hint="with --cluster use --max-guests N")
    return on_cluster(cluster, max_guests)


def print_unused(line: str) -> None:
    """Tell the user of a node that is not used."""
    common.err.print(line, markup=False, soft_wrap=True)
