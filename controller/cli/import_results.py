"""`testbed import-results`: results of other programs as a run folder."""

from __future__ import annotations

import logging
import shlex
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.cli.next_commands import next_commands
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, source_options
from controller.core.options import SELECTION
from controller.metrics.run_loader import load_records
from controller.results.imports import default_format, import_run
from controller.results.imports.format import ImportRequest
from controller.results.run_tables import print_summary
from controller.runs.run_log import event, logging_to
from controller.tasks.list_file import read_task_list
from controller.tasks.selection import select_tasks, tasks_root, without_source
from testbed.command import command
from testbed.extension_points import IMPORT_FORMATS

TOOL_BENEFICIAL = "--tool-beneficial"
"""An option of the command itself, which needs no task source."""


@takes_options(*SOURCES, where=lambda item: item.flag != TOOL_BENEFICIAL)
def import_results(
    context: typer.Context,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="Results of one run; of OSWorld results/<action space>/<observation>/<model>, or a folder above it.",
        ),
    ],
    given: Given,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="Folder to write; default: runs/imported-<model>.", show_default=False
        ),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="F",
            help=f"One of {', '.join(IMPORT_FORMATS.names())}; default: that of OSWorld's runners.",
            show_default=False,
        ),
    ] = "",
    suite: common.Suite = "",
    list_file: common.ListFile = None,
    tool_beneficial: Annotated[
        Path | None,
        typer.Option(
            TOOL_BENEFICIAL,
            metavar="FILE",
            help="List of the tasks that tools help with; default with --suite: the source's annotations.",
            rich_help_panel=SELECTION,
            show_default=False,
        ),
    ] = None,
    as_json: common.Json = False,
) -> None:
    """Import another program's results as a run that score, compare, report and view read; by default those of
    OSWorld's or OSWorld-MCP's runners.

    With --suite osworld:DIR the tasks are those of a checkout, so that the run can be compared to testbed's runs of
    them. With --list all tasks of the list are the run's, also those without results; other results are left out.

    Everything that cannot be read, or is left out, is one line of standard error and of the run's log.jsonl. The
    original folder is not changed. Exit code 0 also if there are such lines.
    """
    options = source_options(context, given)
    target = out or Path("runs") / f"imported-{folder.resolve().name}"
    if suite:
        helping = ((TOOL_BENEFICIAL.removeprefix("--"), str(tool_beneficial)),) if tool_beneficial else ()
        chosen = common.selection(suite, None, None, None, list_file, (*options, *helping))
        tasks = select_tasks(chosen, tasks_root())
        request = ImportRequest(folder, target, tasks, complete=bool(list_file))
    else:
        if options:
            raise without_source(options[0][0])
        listed = read_task_list(list_file) if list_file else ()
        helped = read_task_list(tool_beneficial, TOOL_BENEFICIAL) if tool_beneficial else ()
        request = ImportRequest(folder, target, (), listed, frozenset(helped), complete=bool(list_file))
    imported = import_run(form or default_format(), request)
    records = imported.records
    with logging_to(records.log_file, "info"):
        for item in imported.damage:
            common.err.print(f"warning: {item}", markup=False, soft_wrap=True)
            event(str(item), logging.WARNING)
    results = records.results()
    if as_json:
        common.print_json(
            {
                "folder": str(records.folder),
                "tasks": len(records.info.tasks),
                "results": len(results),
                "labels": len(imported.labels),
                "remarks": [str(item) for item in imported.damage],
            }
        )
        return
    loaded = load_records(records)
    print_summary(loaded.summary(), common.out)
    common.out.print(f"{len(results)} of {len(records.info.tasks)} tasks have a result", soft_wrap=True)
    common.out.print(f"written to {records.folder}", markup=False, soft_wrap=True)
    if imported.labels:
        compared = shlex.join(map(str, (records.paths.labels_file, records.folder)))
        common.out.print(
            f"{len(imported.labels)} labels of people; compare a judge with them: "
            f"`{command(f'judge calibrate {compared}')}`",
            markup=False,
            soft_wrap=True,
        )
    for line in next_commands(records):
        common.out.print(line, markup=False, soft_wrap=True)
