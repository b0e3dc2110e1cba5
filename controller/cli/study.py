"""`testbed study`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text
from typer.models import OptionInfo

from controller.cli import common, placement
from controller.cli.run import LIMIT_REACHED
from controller.cli.session import observing
from controller.core.options import list_options, read_options
from controller.metrics.outcomes import outcomes_of
from controller.metrics.provenance import Provenance
from controller.metrics.registry import PRIMARY, headline_metrics
from controller.metrics.run_loader import load_records
from controller.metrics.variance import split_variance
from controller.models.prices import Prices
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.study_folder import StudyFolder
from controller.results.text_table import make_table
from controller.runs.episode_parts import asks_here
from controller.runs.launch_options import GUESTS_HERE
from controller.runs.launch_study import StudyPlan, launch_study, plan_study
from controller.runs.observer import RunObserver
from controller.runs.skipping import describe_malformed
from controller.runs.study import Study, StudyRun
from controller.runs.study_estimate import SEES, detectable_difference, estimate
from controller.tasks.task import Task
from testbed.errors import LimitReachedError


def _replaces(field: str) -> OptionInfo:
    """Return the option that replaces a key of the file: an option of `testbed run`, or a list of its values."""
    item = next(item for item in list_options(RunOptions) if item.name == field)
    repeatable = "; repeatable" if item.option.study == "grid" else ""
    info: OptionInfo = typer.Option(
        item.flag,
        metavar=item.option.metavar,
        min=item.minimum,
        help=f"Replace the file's {item.study_key}{repeatable}.",
        show_default=False,
    )
    return info


def study(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Study file; see studies/*.toml.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder of the study; default: runs/<name of FILE>.", show_default=False
        ),
    ] = None,
    agent: Annotated[list[str] | None, _replaces("agent")] = None,
    model: Annotated[list[str] | None, _replaces("model")] = None,
    base_url: Annotated[str | None, _replaces("base_url")] = None,
    task_variant: Annotated[int | None, _replaces("task_variant")] = None,
    task_variants: Annotated[str | None, _replaces("task_variants")] = None,
    screen: Annotated[list[str] | None, _replaces("screen")] = None,
    scale: Annotated[list[int] | None, _replaces("scale")] = None,
    provider: common.ProviderName = "",
    guests: common.Guests = GUESTS_HERE,
    cluster: placement.Cluster = "",
    max_guests: placement.MaxGuests = None,
    model_calls: placement.ModelCallsFrom = "driver",
    keep_errors: common.KeepErrors = False,
    display: common.Display = "",
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            "--estimate",
            help="Print the runs with their expected episodes, time and cost, and the smallest difference that they "
            "can see, without running them.",
        ),
    ] = False,
) -> None:
    """Run a study: every combination of the agents, models and settings in its file, in one folder.

    Repeat the command to continue an interrupted study, and to run again what ended in infra_error. Exit codes are
    those of `testbed run`.
    """
    given = {
        "agent": agent,
        "model": model,
        "base_url": base_url,
        "task_variant": task_variant,
        "task_variants": task_variants,
        "screen": screen,
        "scale": scale,
    }
    where = placement.parse_placement(context, cluster, guests, max_guests)
    plan = plan_study(
        file,
        out or Path("runs") / file.stem,
        where,
        _changes(given),
        provider=provider,
        model_calls=model_calls,
        keep_errors=keep_errors,
    )
    for line in describe_malformed(plan.tasks):
        _print_line(line)
    if dry_run:
        _print_estimate(plan.study, plan.tasks, plan.folder, max_guests or guests)
        return
    _launch(plan, display)
    runs = {cell.name: load_records(plan.records(cell), rechecks=True) for cell in plan.study.cells}
    summaries = {name: loaded.summary() for name, loaded in runs.items()}
    _print_results(plan.study.file.title or file.stem, summaries)
    if errors := sum(summary["evaluator_errors"] for summary in summaries.values()):
        _print_line(
            f"{errors} of the episodes score 0 because an evaluator raised an error or returned no score"
        )
    if failed := sum(summary["status"]["infra_error"] for summary in summaries.values()):
        _print_line(
            f"{failed} of the episodes failed by the infrastructure; repeat the command to run them again"
        )
        raise typer.Exit(1)


def _changes(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the file that options replace. Raises UsageError."""
    changes = {}
    for name, value in given.items():
        if value in (None, "", []):
            continue
        item = next(item for item in list_options(RunOptions) if item.name == name)
        for one in value if isinstance(value, list) else [value]:
            read_options(RunOptions, {"agent": "", name: one}, lambda item: item.flag)
        changes[item.study_key] = value
    return changes


def _launch(plan: StudyPlan, display: str) -> None:
    asks = any(asks_here(cell.options) for cell in plan.study.cells)
    style = common.display_style(display or ("plain" if asks else ""))
    numbers = itertools.count(1)

    @contextmanager
    def observe(_cell: StudyRun, records: RunRecords, remaining: int) -> Iterator[RunObserver]:
        for warning in records.info.agent.warnings:
            _print_line(f"warning: {warning}")
        with observing(records, remaining, style, common.out) as observer:
            yield observer

    def print_run(cell: StudyRun) -> None:
        _print_line(f"run {next(numbers)} of {len(plan.study.cells)}: {cell.name}")

    try:
        launch_study(plan, observe, print_run, placement.print_unused)
    except KeyboardInterrupt:
        _print_line("interrupted; repeat the command to continue the study")
        raise
    except LimitReachedError as reached:
        _print_line(f"stopped: {reached.message}; raise the limit in the study file and repeat the command")
        raise typer.Exit(LIMIT_REACHED) from reached


def _print_estimate(plan: Study, tasks: list[Task], folder: Path, guests: int) -> None:
    prices = Prices.load()
    columns = ("run", "episodes", "done", "time", "cost", "sees", "from")
    table = make_table(*columns, texts=("run", "from"), title=plan.file.title or "the study")
    seconds, cost, left_all = 0.0, 0.0, 0
    unknown = False
    for cell in plan.cells:
        run = StudyFolder(folder).run(cell.name)
        loaded = load_records(RunRecords.open(run.path)) if run.exists() else None
        results = loaded.results if loaded else {}
        episodes = len(tasks) * cell.options.epochs
        left = max(0, episodes - len(results))
        expected = estimate(cell.options, list(results.values()), prices)
        takes = left * expected.seconds / guests
        costs = None if expected.cost is None else left * expected.cost
        seconds, left_all = seconds + takes, left_all + left
        cost, unknown = cost + (costs or 0.0), unknown or costs is None
        source = f"{expected.measured} episodes done" if expected.measured else "assumptions"
        played = outcomes_of(loaded.info, loaded.results) if loaded else []
        variance = split_variance(played).total
        sees = detectable_difference(len(tasks), cell.options.epochs, variance)
        table.add_row(
            cell.name, str(episodes), str(len(results)), _duration(takes), _dollars(costs), sees, source
        )
    common.out.print(table)
    common.out.print(SEES, soft_wrap=True)
    more = " and what has no known price" if unknown else ""
    common.out.print(
        f"{len(plan.cells)} runs of {len(tasks)} tasks: {left_all} episodes are left, "
        f"about {_duration(seconds)} with {guests} guest(s), about {_dollars(cost)}{more}",
        soft_wrap=True,
    )
    if plan.file.max_cost or plan.file.max_tokens:
        whose = "all runs together" if plan.file.budget == "shared" else "each run"
        limits = [f"${plan.file.max_cost:g}"] if plan.file.max_cost else []
        limits += [f"{plan.file.max_tokens} tokens"] if plan.file.max_tokens else []
        common.out.print(f"limit of {whose}: {', '.join(limits)}", soft_wrap=True)


def _duration(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


def _dollars(cost: float | None) -> str:
    return "unknown" if cost is None else f"${cost:.2f}"


def _print_results(title: str, summaries: dict[str, dict[str, Any]]) -> None:
    """One row a run: every main metric, and the standard deviation over epochs of the first."""
    headings: list[str] = []
    for spec in headline_metrics():
        headings += [spec.column_heading, "sd"] if spec is PRIMARY else [spec.column_heading]
    columns = ("run", "episodes", "without verdict", *headings, "cost")
    table = make_table(*columns, texts=("run",), title=f"{title}: all selected episodes")
    for name, summary in summaries.items():
        selected = summary["overall"]["selected"]
        cells = [str(selected["episodes"]), str(sum(summary["without_verdict"].values()))]
        for spec in headline_metrics():
            cells.append(spec.format(selected[spec.key]))
            if spec is PRIMARY:
                cells.append(spec.format((selected["over_epochs"][spec.key] or {}).get("sd")))
        marks = "".join(f" [{mark}]" for mark in Provenance.from_summary(summary).marks)
        table.add_row(Text(f"{name}{marks}"), *cells, _dollars(summary["spent"]))
    common.out.print(table)


def _print_line(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)
