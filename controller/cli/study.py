"""`testbed study`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.text import Text

from controller.agents.registry import load_agent
from controller.cli import common, placement
from controller.cli.display import Goal, Style, watching
from controller.cli.run import LIMIT_REACHED
from controller.guests.provider import Provider
from controller.guests.screen_size import USAGE as SCREEN_USAGE
from controller.metrics.outcomes import outcomes_of
from controller.metrics.provenance import Provenance
from controller.metrics.registry import PRIMARY, headline_metrics
from controller.metrics.run_loader import load_records
from controller.metrics.variance import split_variance
from controller.models.prices import Prices
from controller.models.settings import parse_base_url
from controller.records.run_options import TaskVariants
from controller.records.run_records import RunRecords
from controller.records.spending import Spending
from controller.records.study_folder import StudyFolder
from controller.results.text_table import make_table
from controller.runs.episode_parts import asks_here
from controller.runs.placement import check_model_calls, open_provider, refuse_person
from controller.runs.run import Run
from controller.runs.run_log import LoggingObserver, logging_to
from controller.runs.skipping import describe_malformed
from controller.runs.start import create_run, resume_run
from controller.runs.study import Study, StudyRun, UsageSoFar, limits_of, read_study, write_study
from controller.runs.study_estimate import SEES, detectable_difference, estimate
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task
from testbed.errors import LimitReachedError


def study(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Study file; see studies/*.toml.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder of the study; default: runs/<name of FILE>.", show_default=False
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="A[:VARIANT]", help="Replace the file's agents; repeatable."),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(metavar="M", help="Replace the file's models; repeatable.")
    ] = None,
    base_url: Annotated[
        str,
        typer.Option(metavar="URL", help="Replace the file's URLs of model APIs."),
    ] = "",
    variant: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Replace the file's variant of tasks.", show_default=False),
    ] = None,
    variants: Annotated[
        str,
        typer.Option(metavar="HOW", help="Replace the file's variants of tasks: same or per-epoch."),
    ] = "",
    screen: Annotated[
        list[str] | None,
        typer.Option(metavar=SCREEN_USAGE, help="Replace the file's screen sizes; repeatable."),
    ] = None,
    scale: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="Replace the file's scales of the desktop, 1 or 2; repeatable."),
    ] = None,
    provider: common.ProviderName = "",
    guests: common.Guests = 2,
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
    changes: dict[str, Any] = {} if variant is None else {"variant": variant}
    if variants:
        if variants not in get_args(TaskVariants):
            raise common.invalid_value("--variants", variants, get_args(TaskVariants))
        changes["variants"] = variants
    where = placement.parse_placement(context, cluster, guests, max_guests)
    check_model_calls(model_calls, where)
    plan = read_study(
        file,
        provider,
        agent or (),
        model or (),
        changes,
        screens=screen or (),
        scales=scale or (),
        on_cluster=bool(cluster),
    )
    if base_url:
        plan = _at_url(plan, parse_base_url(base_url))
    tasks = select_tasks(plan.selection, tasks_root())
    folder = out or Path("runs") / file.stem
    for line in describe_malformed(tasks):
        common.err.print(line, markup=False, soft_wrap=True)
    if dry_run:
        _print_estimate(plan, tasks, folder, max_guests or guests)
        return
    for cell in plan.cells:
        refuse_person(cell.options.agent, where)
    asks = any(asks_here(cell.options) for cell in plan.cells)
    style = common.display_style(display or ("plain" if asks else ""))
    write_study(plan, tasks, folder)
    begun = [run.path for cell in plan.cells if (run := StudyFolder(folder).run(cell.name)).exists()]
    image = RunRecords.open(begun[0]).info.image_hash if begun else ""
    numbers = itertools.count(1)
    for guest_options, cells in plan.by_guests.items():
        place = open_provider(
            where,
            provider,
            guest_options,
            image_hash=image,
            run=folder.name,
            on_unused=placement.print_unused,
        )
        with place as (guest_provider, parallel):
            image = image or guest_provider.image_hash
            for cell in plan.cells:
                if not StudyFolder(folder).run(cell.name).exists():
                    options = cell.options
                    if cluster:
                        placed_at = {
                            "provider": guest_provider.name,
                            "cluster": cluster,
                            "model_calls": model_calls,
                        }
                        options = options.model_copy(update=placed_at)
                    create_run(folder / cell.name, options, tasks, guest_provider)
            for cell in cells:
                line = f"run {next(numbers)} of {len(plan.cells)}: {cell.name}"
                common.err.print(line, markup=False, soft_wrap=True)
                _run(
                    plan,
                    cell,
                    folder,
                    guest_provider,
                    parallel,
                    style,
                    spare_guest=not cluster,
                    keep_errors=keep_errors,
                )
    runs = {
        cell.name: load_records(RunRecords.open(folder / cell.name), rechecks=True) for cell in plan.cells
    }
    summaries = {name: loaded.summary() for name, loaded in runs.items()}
    _print_results(plan.file.title or file.stem, summaries)
    if errors := sum(summary["evaluator_errors"] for summary in summaries.values()):
        common.err.print(
            f"{errors} of the episodes score 0 because an evaluator raised an error or returned no score",
            soft_wrap=True,
        )
    if failed := sum(summary["status"]["infra_error"] for summary in summaries.values()):
        common.err.print(
            f"{failed} of the episodes failed by the infrastructure; repeat the command to run them again",
            soft_wrap=True,
        )
        raise typer.Exit(1)


def _at_url(plan: Study, url: str) -> Study:
    """The study with another endpoint for every agent that uses a model."""
    cells = (
        StudyRun(cell.name, cell.options.model_copy(update={"base_url": url}))
        if load_agent(cell.options.agent).needs_model
        else cell
        for cell in plan.cells
    )
    return Study(plan.file, tuple(cells))


def _run(
    plan: Study,
    cell: StudyRun,
    folder: Path,
    guest_provider: Provider,
    guests: int,
    style: Style,
    *,
    spare_guest: bool,
    keep_errors: bool,
) -> None:
    records = RunRecords.open(folder / cell.name)
    left = len(records.remaining(keep_errors=keep_errors))
    if not left:
        return
    for warning in records.info.agent.warnings:
        common.err.print(f"warning: {warning}", markup=False, soft_wrap=True)
    try:
        limits = limits_of(plan.file, _usage_of(folder / one.name for one in plan.cells if one != cell))
        records, tasks = resume_run(folder / cell.name, tasks_root(), guest_provider, limits)
        options = records.info.options
        goal = Goal(left, options.steps, options.max_cost, records.info.image_hash[:12])
        with (
            logging_to(records.log_file, "info"),
            watching(style, goal, common.out) as watcher,
        ):
            observer = LoggingObserver(watcher)
            Run(
                records,
                tasks,
                guest_provider,
                guests,
                observer,
                spare_guest=spare_guest,
                keep_errors=keep_errors,
            ).finish()
    except KeyboardInterrupt:
        common.err.print("interrupted; repeat the command to continue the study", soft_wrap=True)
        raise
    except LimitReachedError as reached:
        common.err.print(
            f"stopped: {reached.message}; raise the limit in the study file and repeat the command",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(LIMIT_REACHED) from reached


def _usage_of(folders: Iterable[Path]) -> UsageSoFar:
    """What runs took, failed tries of episodes with a result included."""
    results = [result for folder in folders for result in RunRecords.open(folder).results().values()]
    tries: list[Spending] = [*results, *(attempt for result in results for attempt in result.attempts)]
    costs = [item.cost for item in tries]
    known = [cost for cost in costs if cost is not None]
    return UsageSoFar(
        sum(item.input_tokens + item.output_tokens for item in tries),
        math.fsum(known) if len(known) == len(costs) else None,
    )


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
