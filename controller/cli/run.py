"""`testbed run` and `resume`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel

from controller.agents.registry import load_agent
from controller.cli import common, placement
from controller.cli.next_commands import next_commands
from controller.cli.options import Given, takes_options
from controller.cli.session import Session, make_session, observing
from controller.cli.session_options import SessionOptions
from controller.cli.source_options import SOURCES, plugin_source_options, source_options
from controller.core.options import list_options
from controller.guests.registry import check_name
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.results.replay_report import replay_report
from controller.results.run_tables import print_summary
from controller.runs.episode_parts import advice_of_parts
from controller.runs.guest_options import recorded_guest_options
from controller.runs.launch import LaunchedRun, launch_run, plan_run
from controller.runs.launch_options import LaunchOptions
from controller.runs.placement import open_provider, refuse_person
from controller.runs.resolve_options import (
    MODEL_AGENT,
    default_agent,
    new_folder,
)
from controller.runs.run_log import event as log_event
from controller.runs.skipping import describe_malformed, describe_skipped
from controller.runs.start import create_replay, refuse_imported, resume_run
from controller.tasks.selection import tasks_root
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import with_variant
from testbed.command import command
from testbed.errors import LimitReachedError, UsageError

LIMIT_REACHED = 3
GIVEN = ("COMMANDLINE", "DEFAULT_MAP")
"""Where an option that the user gave comes from: the command line, or --config."""
GROUPS_OF_RUN: tuple[type[BaseModel], ...] = (
    SelectionOptions,
    *SOURCES,
    RunOptions,
    LaunchOptions,
    SessionOptions,
)


@takes_options(*GROUPS_OF_RUN)
def run(context: typer.Context, given: Given) -> None:
    """Run an agent on tasks, judge the results, and print accuracy, TIR and ACS.

    Exit code 0: complete; 1: some episodes ended in an infrastructure error; 2: wrong usage; 3: --max-tokens
    or --max-cost was reached; 130: interrupted. After 3 and 130 `testbed resume` finishes the run.
    """
    launch = given.of(LaunchOptions)
    shown = given.of(SessionOptions)
    if shown.replay is not None:
        _replay(context, shown.replay, given, launch, shown)
        return
    chosen = given.of(RunOptions)
    chosen = chosen.model_copy(update={"agent": chosen.agent or _default_agent(chosen.model)})
    where = placement.parse_placement(context, chosen.cluster, launch.guests, launch.max_guests)
    plan = plan_run(chosen, given.of(SelectionOptions), launch, where, source_options(context, given))
    session = make_session(plan.options, shown)
    if plan.options.network != chosen.network:
        reached = plan.options.network.removeprefix("allow:")
        _print_line(f"guests reach {reached}, which servers of {chosen.servers} need")
    with launch_run(plan, placement.print_unused) as launched:
        _finish(launched, session)


@takes_options(*GROUPS_OF_RUN, where=lambda item: item.option.on_resume)
def resume(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    given: Given,
    keep_errors: common.KeepErrors = False,
    cluster: placement.ResumeCluster = "",
) -> None:
    """Finish a run that was interrupted, killed or stopped by a limit: run the episodes without a result.

    Episodes that ended in infra_error run again; their attempts so far stay on record. Limits given here replace those
    of the run. Earlier usage counts towards them.
    """
    launch = given.of(LaunchOptions)
    stored = RunRecords.open(folder)
    refuse_imported(stored)
    info = stored.info
    options = info.options
    address = "" if cluster == placement.HERE else cluster or options.cluster
    where = placement.parse_placement(context, address, launch.guests, launch.max_guests)
    refuse_person(options.agent, where)
    session = replace(make_session(options, given.of(SessionOptions)), keep_errors=keep_errors)
    place = open_provider(
        where,
        options.provider,
        recorded_guest_options(info),
        image_hash=info.image_hash,
        run=folder.name,
        on_unused=placement.print_unused,
    )
    with place as (guest_provider, number):
        records, tasks = resume_run(
            folder, tasks_root(), guest_provider, given.select(list_options(RunOptions))
        )
        records.change_options(records.info.options.model_copy(update={"cluster": address}))
        _finish(LaunchedRun(records, tasks, where, guest_provider, number), session)


def _replay(
    context: typer.Context, source: Path, given: Given, launch: LaunchOptions, shown: SessionOptions
) -> None:
    _refuse_options(context)
    cluster, provider = given.values["cluster"], given.values["provider"]
    where = placement.parse_placement(context, cluster, launch.guests, launch.max_guests)
    stored = RunRecords.open(source)
    refuse_imported(stored)
    info = stored.info
    options = info.options
    if load_agent(options.agent).is_person:
        raise UsageError(
            f"cannot replay a run of the agent {options.agent}: it has no recorded model responses",
            hint="run it again",
        )
    session = make_session(options, shown)
    folder = launch.out or new_folder(f"{options.agent}-replay")
    place = open_provider(
        where,
        provider or options.provider,
        recorded_guest_options(info),
        run=folder.name,
        on_unused=placement.print_unused,
    )
    with place as (guest_provider, number):
        name = check_name(provider) if provider else ""
        records, tasks = create_replay(
            folder, source, tasks_root(), guest_provider, name, tags=launch.tags, note=launch.note
        )
        records.change_options(records.info.options.model_copy(update={"cluster": where.cluster}))
        _finish(LaunchedRun(records, tasks, where, guest_provider, number), session)
    for line in replay_report(records, source):
        _print_line(line)


def _refuse_options(context: typer.Context) -> None:
    """Raise UsageError when an option was given that a replay takes from the recorded run."""
    fixed = {item.name: item.flag for item in list_options(*GROUPS_OF_RUN) if not item.option.on_replay}
    sources = {name: context.get_parameter_source(name) for name in fixed}
    conflicts = [fixed[name] for name, source in sources.items() if source and source.name in GIVEN]
    conflicts += [f"--{name}" for name, _ in plugin_source_options(context)]
    if conflicts:
        raise UsageError(
            f"--replay takes {', '.join(conflicts)} from the recorded run",
            hint="combine --replay only with --out, --tag, --note, --json, and the options of guests and display",
        )


def _finish(launched: LaunchedRun, session: Session) -> None:
    records = launched.records
    options = records.info.options
    tasks = [with_variant(task, options.variants.task_variant) for task in launched.tasks]
    if records.moved is not None:
        _print_line(f"the aborted run in {records.folder} had no result and was moved to {records.moved}")
    if skipped := describe_skipped((task.skip_reason for task in tasks if task.skip_reason), len(tasks)):
        _print_line(skipped)
    for line in describe_malformed(tasks):
        _print_line(line)
    for line in advice_of_parts(options, tasks):
        _print_line(line)
    for warning in records.info.agent.warnings:
        _print_line(f"warning: {warning}")
    screen = f", screen {options.screen_text}" if options.screen_text else ""
    remaining = len(records.remaining(keep_errors=session.keep_errors))
    _print_line(
        f"{remaining} episodes, agent {options.agent_name}, actions {options.actions}, "
        f"tool filter {options.tool_filter}, {options.steps} steps{screen}, {launched.guests} guest(s); "
        f"records in {records.folder}"
    )
    try:
        with observing(records, remaining, session.style, session.console, session.log_level) as observer:
            log_event("run started", episodes=remaining, **options.by_name())
            summary = launched.play(
                observer, spare_guest=session.spare_guest, keep_errors=session.keep_errors
            )
            log_event("run ended", status=summary["status"])
    except KeyboardInterrupt:
        _print_line(f"interrupted; finish the run with `{command(f'resume {records.folder}')}`")
        raise
    except LimitReachedError as reached:
        _print_line(
            f"stopped: {reached.message}. Continue with a higher limit: "
            f"`{command(f'resume {records.folder} {reached.hint} …')}`"
        )
        raise typer.Exit(LIMIT_REACHED) from reached
    if session.as_json:
        common.print_json({"folder": str(records.folder), **summary})
    else:
        print_summary(summary, common.out)
    for requested, served, number in summary["substitutions"]:
        _print_line(f"warning: in {number} attempt(s) the API served {served} instead of {requested}")
    for line in next_commands(records):
        _print_line(line)
    if summary["status"]["infra_error"]:
        raise typer.Exit(1)


def _print_line(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)


def _default_agent(model: str) -> str:
    agent = default_agent(model)
    spec = load_agent(agent)
    if not spec.needs_model:
        plays = ", which plays each task's reference solution" if spec.knows_solution else ""
        keys = " or ".join(load_agent(MODEL_AGENT).keys)
        common.err.print(f"{keys} is not set: using the agent {agent}{plays}", soft_wrap=True)
    return agent


def examples() -> str:
    """Return the examples that the help of `run` ends with."""
    lines = (
        ("The demo, with the model that ANTHROPIC_API_KEY opens:", "run --suite demo"),
        (
            "A model behind a compatible server, for at most 5 dollars:",
            "run --agent openai --model M --base-url URL --max-cost 5",
        ),
        (
            "An earlier run again, with all tools and a tag:",
            "run --config runs/R/run.json --tool-filter all --tag try=2",
        ),
    )
    return "Examples:\n\n" + "\n\n".join(f"{title}\n\n    {command(line)}" for title, line in lines)
