"""`testbed score`: a run's metrics from its records, and rechecks of its verdicts."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.cli import common
from controller.metrics.outcomes import outcomes_of
from controller.metrics.run_loader import LoadedRun, load_records
from controller.metrics.spec import NO_VALUE
from controller.metrics.variance import ScoreVariance, split_variance
from controller.records.recheck import JudgedAgain, recheck
from controller.records.run_info import Recheck
from controller.records.run_records import RunRecords
from controller.results.export.episodes import RunToExport
from controller.results.run_data import run_data
from controller.results.run_tables import print_behaviour, print_summary
from controller.results.score_table import score_tables
from controller.results.text_table import make_table
from controller.results.variance_text import describe_variance
from controller.tasks.selection import tasks_root
from testbed.command import command
from testbed.errors import UsageError


def score(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of the run.")],
    check_again: Annotated[
        bool,
        typer.Option(
            "--recheck", help="First judge the recorded final states again with the current checkers."
        ),
    ] = False,
    original: Annotated[bool, typer.Option("--original", help="Ignore verdicts of rechecks.")] = False,
    baseline: Annotated[
        list[Path] | None,
        typer.Option(
            "--baseline",
            metavar="RUN",
            help="Baseline run (noop, fail or random) whose accuracy is shown alongside; repeatable.",
            show_default=False,
        ),
    ] = None,
    reference_run: Annotated[
        Path | None,
        typer.Option(
            "--reference-run",
            metavar="RUN",
            help="Run of the agent oracle over several epochs: its spread is the environment's part of this run's.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the content of summary.json as JSON.")
    ] = False,
) -> None:
    """Compute a run's metrics from its records alone.

    Damaged records are listed, and everything else is scored. Plugins add tables, such as the one of accuracy, TIR and
    ACS as OSWorld-MCP's published scripts count them.

    --recheck stores each verdict as recheck.json beside the episode's result.json, which is not changed; from
    then on `score` uses it. Exit code 1: some episodes could not be judged again and keep their score.
    """
    if check_again and original:
        raise UsageError("--recheck and --original cannot be combined", hint="use one of them")
    records = RunRecords.open(folder)
    judged = recheck(records, tasks_root()) if check_again else []
    rechecks = {} if original else records.rechecks()
    loaded = load_records(records, rechecks=not original)
    common.warn_of_damage(loaded.damage)
    summary = loaded.summary(times=not as_json)
    baselines = _baselines(loaded, baseline or ())
    variance = _variance(loaded, reference_run)
    added = list(score_tables(run_data(RunToExport(folder.name, loaded, records))))
    if as_json:
        data = _as_data(summary, rechecks, judged, check_again)
        more = {"baselines": baselines} if baselines else {}
        more |= {item.name: dict(item.numbers) for item in added}
        more |= {"variance": asdict(variance)} if variance.total is not None else {}
        sys.stdout.write(json.dumps(data | more, indent=2) + "\n")
    else:
        if check_again:
            _print_rechecks(judged)
        print_summary(summary, common.out, baselines)
        print_behaviour(summary, common.out)
        if text := describe_variance(variance):
            common.out.print(text, highlight=False, soft_wrap=True)
        for item in added:
            if (table := item.table(summary)) is not None:
                common.out.print(table)
        if rechecks:
            _print_origin(rechecks, folder)
    if any(item.reason for item in judged):
        raise typer.Exit(1)


def _baselines(loaded: LoadedRun, folders: Sequence[Path]) -> dict[str, dict[str, Any]]:
    """Summaries of other runs over the tasks of this one. Raises UsageError if one has none of them."""
    tasks = {entry.id: entry.hash for entry in loaded.info.tasks}
    summaries: dict[str, dict[str, Any]] = {}
    for folder in folders:
        other = load_records(RunRecords.open(folder), rechecks=True)
        common.warn_of_damage(other.damage)
        same = other.only(tasks)
        if not same.info.tasks:
            raise UsageError(
                f"{folder} has no task in common with this run",
                hint=f"run a baseline on the same tasks: `{command('run --agent noop …')}`",
            )
        name = other.info.options.agent_name
        if marks := other.provenance.marks:
            name = f"{name} ({', '.join(marks)})"
        summaries[name if name not in summaries else f"{name} ({folder.name})"] = same.summary()
    return summaries


def _variance(loaded: LoadedRun, reference: Path | None) -> ScoreVariance:
    """The parts of the spread of a run's scores. Raises UsageError if the other run plays no reference solutions."""
    if reference is None:
        return split_variance(outcomes_of(loaded.info, loaded.results))
    other = load_records(RunRecords.open(reference), rechecks=True)
    common.warn_of_damage(other.damage)
    if not other.info.agent.knows_solution:
        raise UsageError(
            f"{reference} is a run of {other.info.options.agent}, which plays no reference solutions",
            hint=f"run them: `{command('run --agent oracle --epochs 3 …')}`",
        )
    same = other.only({entry.id: entry.hash for entry in loaded.info.tasks})
    return split_variance(outcomes_of(loaded.info, loaded.results), outcomes_of(same.info, same.results))


def _as_data(
    summary: dict[str, Any],
    rechecks: dict[tuple[str, int], Recheck],
    judged: Sequence[JudgedAgain],
    check_again: bool,
) -> dict[str, Any]:
    data = {**summary, "rechecked": len(rechecks)} if rechecks else summary
    if not check_again:
        return data
    return {"episodes": [{**asdict(item), "changed": item.changed} for item in judged], "summary": data}


def _print_rechecks(judged: Sequence[JudgedAgain]) -> None:
    table = make_table("episode", "old", "new", "", texts=("episode", ""), title="recheck")
    for item in judged:
        remark = f"cannot be rechecked: {item.reason}" if item.reason else "changed" if item.changed else ""
        new = NO_VALUE if item.new is None else f"{item.new:g}"
        old = NO_VALUE if item.old is None else f"{item.old:g}"
        style = "red" if item.reason else "yellow" if item.changed else ""
        table.add_row(Text(f"{item.task} ({item.epoch})"), old, new, Text(remark, style=style))
    common.out.print(table)
    changed, open_ones = sum(item.changed for item in judged), sum(bool(item.reason) for item in judged)
    common.out.print(
        f"{len(judged)} episodes: {changed} changed, {open_ones} cannot be rechecked", soft_wrap=True
    )


def _print_origin(rechecks: dict[tuple[str, int], Recheck], folder: Path) -> None:
    changed = sum(recheck.score != recheck.was for recheck in rechecks.values())
    last = max(recheck.created for recheck in rechecks.values())
    common.out.print(
        f"{len(rechecks)} scores are from a recheck ({last}), which changed {changed} of them; "
        f"`{command(f'score {folder} --original')}` ignores it",
        markup=False,
        soft_wrap=True,
    )
