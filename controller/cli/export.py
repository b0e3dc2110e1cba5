"""`testbed export`: a run, or all runs of a study, in the formats of other tools."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.records.redacted_copy import write_redacted
from controller.records.study_folder import StudyFolder
from controller.results.export import export as write_export
from controller.results.export import export_runs, new_folder
from controller.results.export.episodes import RunToExport, open_run, open_study
from testbed.command import command
from testbed.errors import UsageError
from testbed.extension_points import EXPORT_FORMATS

RUN_FORM = "run"
REDACTED_REMARK = (
    "texts and pictures are redacted; names of tasks, tools, models and hosts, tags and settings are not"
)


def export(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, or of a study.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="F",
            help=f"One of {', '.join(EXPORT_FORMATS.names())}; {RUN_FORM} with --redact.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder to write; default: RUN-F.", show_default=False),
    ] = None,
    tasks: Annotated[
        list[str] | None,
        typer.Option(
            "--task",
            metavar="TASK",
            help="Task to write, with gif and mp4; repeatable; default: all.",
            show_default=False,
        ),
    ] = None,
    epoch: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Epoch to write, with gif and mp4; 0: all."),
    ] = 0,
    redact: Annotated[
        bool,
        typer.Option("--redact", help="Leave out texts and pictures; scores, times and token counts stay."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the folder, its files and the remarks as JSON.")
    ] = False,
) -> None:
    """Write a run in another format: flat tables, OSWorld's result tree, a log for Inspect, an offline run of MLflow or
    Weights & Biases, videos of episodes, or a run folder without texts and pictures.

    Given the folder of a study, write all its runs together: one table with the rows of every run, or a log each."""
    if form == RUN_FORM and not redact:
        raise UsageError(
            f"--format {RUN_FORM} is a copy of the folder", hint="add --redact, or copy the folder yourself"
        )
    target = out or folder.resolve()
    if out is None:
        target = target.with_name(f"{target.name}-{form}{'-redacted' if redact else ''}")
    if StudyFolder(folder).exists():
        remarks = _export_study(folder, form, target, tasks or [], epoch, redact=redact)
    else:
        run = _select(open_run(folder), form, tasks or [], epoch)
        common.warn_of_damage(run.loaded.damage)
        remarks = _write_redacted(run, form, target) if redact else write_export(run, form, target)
    if as_json:
        files = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
        common.print_json({"format": form, "folder": str(target), "files": files, "remarks": remarks})
        return
    for line in (f"written to {target}", *remarks):
        common.out.print(line, markup=False, soft_wrap=True)


def _export_study(
    folder: Path, form: str, target: Path, tasks: list[str], epoch: int, *, redact: bool
) -> list[str]:
    """Write the runs of a study together; the remarks name those without rows."""
    if form == RUN_FORM:
        raise UsageError(f"--format {RUN_FORM} takes one run", hint="export the study's runs one by one")
    if tasks or epoch:
        raise UsageError("--task and --epoch do not go with a study", hint="export one of its runs")
    study = open_study(folder)
    common.warn_of_damage([item for run in study.runs for item in run.loaded.damage])
    remarks = [f"cannot be read and left out: {item}" for item in study.unreadable]
    if study.not_begun:
        remarks.append(f"not begun and without rows: {', '.join(study.not_begun)}")
    if not redact:
        return [*export_runs(study.runs, form, target), *remarks]
    with tempfile.TemporaryDirectory(prefix="testbed-redacted-") as copies:
        redacted = [_redacted_copy(run, Path(copies)) for run in study.runs]
        return [*export_runs(redacted, form, target), *remarks, REDACTED_REMARK]


def _write_redacted(run: RunToExport, form: str, target: Path) -> list[str]:
    """Write a redacted copy of the run to the folder, or export one."""
    if form == RUN_FORM:
        new_folder(target)
        write_redacted(run.records, target)
        return [REDACTED_REMARK]
    with tempfile.TemporaryDirectory(prefix="testbed-redacted-") as folder:
        return [*write_export(_redacted_copy(run, Path(folder)), form, target), REDACTED_REMARK]


def _redacted_copy(run: RunToExport, folder: Path) -> RunToExport:
    """A copy of the run without texts and pictures, in this folder."""
    copy = folder / run.name
    write_redacted(run.records, copy)
    return replace(open_run(copy), tasks=run.tasks, epoch=run.epoch)


def _select(run: RunToExport, form: str, tasks: list[str], epoch: int) -> RunToExport:
    """The run with the chosen episodes alone."""
    if (tasks or epoch) and (form == RUN_FORM or not EXPORT_FORMATS.load(form).selects):
        able = [name for name in EXPORT_FORMATS.own_names() if EXPORT_FORMATS.load(name).selects]
        raise UsageError(
            f"--task and --epoch do not go with --format {form}", hint=f"use them with {' or '.join(able)}"
        )
    known = {entry.id for entry in run.info.tasks}
    unknown = next((task for task in tasks if task not in known), None)
    if unknown is not None:
        raise UsageError(
            f"the run has no task {unknown!r}", hint=f"see `{command('view RUN')}` for its tasks"
        )
    if epoch > run.info.options.epochs:
        raise UsageError(f"the run has no epoch {epoch}", hint=f"it has {run.info.options.epochs}")
    return replace(run, tasks=frozenset(tasks), epoch=epoch)
