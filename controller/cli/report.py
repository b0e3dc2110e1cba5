"""`testbed report`: a report on runs and studies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.cli.tagged import TagFilter, tagged_runs


def report(
    folders: Annotated[list[Path], typer.Argument(metavar="RUN|STUDY", help="Folders of runs or studies.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder to write; default: beside the first run, with -report appended.",
            show_default=False,
        ),
    ] = None,
    baseline: Annotated[
        list[Path] | None,
        typer.Option(
            "--baseline",
            metavar="RUN",
            help="Baseline run (noop, fail or random) to show alongside; repeatable.",
            show_default=False,
        ),
    ] = None,
    common_only: Annotated[
        bool, typer.Option("--common", help="Report on the common tasks of runs with different tasks.")
    ] = False,
    paper: Annotated[
        bool, typer.Option("--paper/--no-paper", help="Show the paper's numbers beside these runs'.")
    ] = True,
    tag: TagFilter = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Write a report: one page that opens offline, and its tables and figures as CSV, JSON, LaTeX, PNG and SVG.

    These runs come first, then the paper's Tables 1 to 3 and Figures 4 and 5 with these runs beside the paper's
    numbers. Runs of noop, fail and random are baselines. Runs with different tasks are refused, and the tasks
    are listed.
    """
    from controller.results.report.source import load_report_input
    from controller.results.report.write import write

    first = folders[0].resolve()
    if tag:
        folders = tagged_runs(folders, tag)
    report_input = load_report_input(folders, baseline or (), common_only=common_only, paper=paper)
    for run in report_input.all:
        common.warn_of_damage(run.loaded.damage)
    common.warn_of_damage(report_input.unreadable)
    written = write(report_input, out or first.with_name(f"{first.name}-report"))
    for run in report_input.all:
        if run.incomplete:
            common.out.print(
                f"INCOMPLETE: {run.title}: {run.incomplete} episodes have no verdict", markup=False
            )
    if report_input.missing:
        common.out.print(f"not started: {', '.join(report_input.missing)}", markup=False, soft_wrap=True)
    if report_input.left_out:
        common.out.print(f"LEFT OUT: {len(report_input.left_out)} tasks that differ between runs")
    common.out.print(f"{len(written)} files; the page: {written[0]}", markup=False, soft_wrap=True)
    if browser:
        common.open_page(written[0].resolve().as_uri())
