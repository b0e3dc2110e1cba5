"""`testbed run` and `resume`."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

from controller.agents.registry import check_via, choose_calling, load_agent, parse_name
from controller.cli import common, limits, placement, run_options
from controller.cli.approval import asks_here, parse_policy
from controller.cli.display import Goal, watching
from controller.cli.next_commands import next_commands
from controller.cli.panels import LIMITS, SELECTION
from controller.cli.session import Session, make_session
from controller.core.actions import ActionSpace
from controller.core.approval import APPROVAL_SECONDS
from controller.core.observation import parse_parts
from controller.guests.network_access import CLOSED, with_hosts
from controller.guests.provider import Provider
from controller.guests.registry import check_name
from controller.models.prices import Prices
from controller.models.settings import parse_base_url, parse_settings
from controller.records.run_info import RunOptions, TaskVariants
from controller.records.run_records import RunRecords
from controller.results.replay_report import replay_report
from controller.results.run_tables import print_summary
from controller.results.tags import parse_tags
from controller.runs.approval import check_can_ask
from controller.runs.approval_terminal import TerminalQuestions
from controller.runs.guest_options import guest_options, recorded_guest_options, screen_to_record
from controller.runs.judging import judged_by_script_alone
from controller.runs.placement import Placement, check_model_calls, placed, refuse_person
from controller.runs.run import Run
from controller.runs.run_log import LoggingObserver, logging_to
from controller.runs.run_log import event as log_event
from controller.runs.skipping import describe_malformed, describe_skipped
from controller.runs.start import added_servers, create_replay, create_run, refuse_imported, resume_run
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter
from testbed.command import command
from testbed.errors import LimitReachedError, UsageError

LIMIT_REACHED = 3
GIVEN = ("COMMANDLINE", "DEFAULT_MAP")
"""Where an option that the user gave comes from: the command line, or --config."""


def run(
    context: typer.Context,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    list_file: common.ListFile = None,
    cache: common.Cache = None,
    osworld_sleeps: common.OSWorldSleeps = "",
    tool_beneficial: common.ToolBeneficial = None,
    epochs: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="Number of times every task is run.", rich_help_panel=SELECTION
        ),
    ] = 1,
    task_variant: run_options.TaskVariant = 0,
    task_variants: run_options.TaskVariants = "same",
    agent: run_options.Agent = "",
    model: run_options.Model = "",
    base_url: run_options.BaseUrl = "",
    via: run_options.Via = "",
    setting: run_options.Setting = None,
    calling: run_options.Calling = "",
    user_model: run_options.UserModel = "",
    user_base_url: run_options.UserBaseUrl = "",
    judge: run_options.Judge = "",
    judge_base_url: run_options.JudgeBaseUrl = "",
    judge_votes: run_options.JudgeVotes = 1,
    judge_by: run_options.JudgeBy = None,
    approve: run_options.Approve = "",
    approve_seconds: run_options.ApproveSeconds = APPROVAL_SECONDS,
    actions: run_options.Actions = "gui+mcp",
    observe: run_options.Observe = "screenshot",
    tool_filter: run_options.ToolFilter = "",
    tool_order: run_options.ToolOrder = "lexicographic",
    tool_budget: common.ToolBudget = "",
    embeddings: common.Embeddings = "",
    seed: run_options.Seed = 0,
    replay: run_options.Replay = None,
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
    screen: common.Screen = "",
    scale: common.Scale = 1,
    servers: common.Servers = None,
    guests: common.Guests = 2,
    no_spare_guest: common.NoSpareGuest = False,
    cluster: placement.Cluster = "",
    max_guests: placement.MaxGuests = None,
    model_calls: placement.ModelCalls = "driver",
    steps: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="Maximum number of steps of an episode.", rich_help_panel=LIMITS
        ),
    ] = 50,
    episode_seconds: limits.EpisodeSeconds = None,
    call_seconds: limits.CallSeconds = None,
    tool_seconds: limits.ToolSeconds = None,
    max_tokens: limits.MaxTokens = None,
    max_cost: limits.MaxCost = None,
    prices: limits.Prices = None,
    concurrency: limits.Concurrency = None,
    out: run_options.Out = None,
    config: run_options.Config = None,  # noqa: ARG001  # its callback sets the defaults of the others
    tag: run_options.Tag = None,
    note: run_options.Note = "",
    display: common.Display = "",
    log_level: run_options.LogLevel = "info",
    as_json: run_options.JsonSummary = False,
) -> None:
    """Run an agent on tasks, judge the results, and print accuracy, TIR and ACS.

    Exit code 0: complete; 1: some episodes ended in an infrastructure error; 2: wrong usage; 3: --max-tokens
    or --max-cost was reached; 130: interrupted. After 3 and 130 `testbed resume` finishes the run.
    """
    tags = parse_tags(tag or ())
    where = placement.parse_placement(context, cluster, guests, max_guests)
    check_model_calls(model_calls, where)
    if replay is not None:
        _refuse_options(context)
        stored = RunRecords.open(replay)
        refuse_imported(stored)
        recorded = stored.info.options
        if load_agent(recorded.agent).is_person:
            raise UsageError(
                "cannot replay a run of the agent human: it has no recorded model responses",
                hint="run it again",
            )
        session = make_session(recorded.agent, guests, display, no_spare_guest, log_level, as_json)
        _replay(replay, out, provider, tags, note, session, where)
        return
    name, variant = parse_name(agent or _default_agent(model))
    refuse_person(name, where)
    chosen_limits = limits.collect_limits(
        episode_seconds, call_seconds, tool_seconds, max_tokens, max_cost, concurrency
    )
    options = _options(
        chosen_limits,
        agent=name,
        variant=variant,
        model=model,
        base_url=parse_base_url(base_url),
        via=check_via(name, via),
        user_model=user_model,
        user_base_url=parse_base_url(user_base_url),
        judge=judge,
        judge_base_url=parse_base_url(judge_base_url),
        judge_votes=judge_votes,
        judge_by=tuple(dict.fromkeys(judge_by or ())),
        settings=parse_settings(setting or ()),
        calling=choose_calling(name, calling),
        approve=parse_policy(approve),
        approve_seconds=approve_seconds,
        actions=_action_space(actions),
        observe=parse_parts(observe),
        steps=steps,
        epochs=epochs,
        task_variant=task_variant,
        task_variants=parse_task_variants(task_variants),
        seed=seed,
        tool_filter=tool_filter or load_agent(name).default_tool_filter,
        tool_order=tool_order,
        tool_budget=tool_budget,
        embeddings=embeddings,
        provider=provider if cluster else check_name(provider, guest_options(suite).profile),
        network=network,
        screen=screen_to_record(suite, screen, scale),
        scale=scale,
        servers=str(servers.resolve()) if servers else "",
        cluster=cluster,
        model_calls=model_calls,
    )
    added = added_servers(options)
    price_list = Prices.load(prices)
    make_filter(options.tool_filter, options.tool_order, budget=tool_budget, embeddings=embeddings)
    asks = asks_here(options.approve)
    session = make_session(options.agent, guests, display, no_spare_guest, log_level, as_json, asks=asks)
    chosen = common.selection(
        suite, task, domain, limit, list_file, cache, osworld_sleeps, tool_beneficial, network
    )
    chosen = replace(chosen, to_run=True)
    tasks = [item.with_servers(added) for item in select_tasks(chosen, tasks_root())]
    hosts = added.hosts(name for item in tasks for name in item.servers)
    if (network := with_hosts(network, hosts)) != options.network:
        _tell(f"guests reach {network.removeprefix('allow:')}, which servers of {servers} need")
        options = options.model_copy(update={"network": network})
    folder = out or _new_folder(name)
    check_can_ask(options, folder, terminal=asks)
    place = placed(
        where,
        provider,
        guest_options(suite, network, screen, scale),
        run=folder.name,
        on_unused=placement.tell_unused,
    )
    with place as (machines, number):
        if cluster:
            options = options.model_copy(update={"provider": machines.name})
        records = create_run(folder, options, tasks, machines, price_list, tags=tags, note=note)
        _finish(records, tasks, machines, placement.placed_session(session, where, number))


def resume(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    guests: common.Guests = 2,
    no_spare_guest: common.NoSpareGuest = False,
    keep_errors: common.KeepErrors = False,
    cluster: placement.ResumeCluster = "",
    max_guests: placement.MaxGuests = None,
    episode_seconds: limits.EpisodeSeconds = None,
    call_seconds: limits.CallSeconds = None,
    tool_seconds: limits.ToolSeconds = None,
    max_tokens: limits.MaxTokens = None,
    max_cost: limits.MaxCost = None,
    concurrency: limits.Concurrency = None,
    display: common.Display = "",
    log_level: run_options.LogLevel = "info",
    as_json: run_options.JsonSummary = False,
) -> None:
    """Finish a run that was interrupted, killed or stopped by a limit: run the episodes without a result.

    Episodes that ended in infra_error run again; their attempts so far stay on record. Limits given here replace those
    of the run. Earlier usage counts towards them.
    """
    chosen_limits = limits.collect_limits(
        episode_seconds, call_seconds, tool_seconds, max_tokens, max_cost, concurrency
    )
    stored = RunRecords.open(folder)
    refuse_imported(stored)
    info = stored.info
    options = info.options
    address = "" if cluster == placement.HERE else cluster or options.cluster
    where = placement.parse_placement(context, address, guests, max_guests)
    refuse_person(options.agent, where)
    asks = asks_here(options.approve)
    check_can_ask(options, folder, terminal=asks)
    session = make_session(options.agent, guests, display, no_spare_guest, log_level, as_json, asks=asks)
    session = replace(session, keep_errors=keep_errors)
    place = placed(
        where,
        options.provider,
        recorded_guest_options(info),
        image_hash=info.image_hash,
        run=folder.name,
        on_unused=placement.tell_unused,
    )
    with place as (machines, number):
        records, tasks = resume_run(folder, tasks_root(), machines, chosen_limits)
        records.change_options(records.info.options.model_copy(update={"cluster": address}))
        _finish(records, tasks, machines, placement.placed_session(session, where, number))


def _replay(
    source: Path,
    out: Path | None,
    provider: str,
    tags: dict[str, str],
    note: str,
    session: Session,
    where: Placement,
) -> None:
    info = RunRecords.open(source).info
    options = info.options
    chosen = provider or options.provider
    folder = out or _new_folder(f"{options.agent}-replay")
    place = placed(
        where,
        chosen,
        recorded_guest_options(info),
        run=folder.name,
        on_unused=placement.tell_unused,
    )
    with place as (machines, number):
        name = check_name(provider) if provider else ""
        records, tasks = create_replay(folder, source, tasks_root(), machines, name, tags=tags, note=note)
        records.change_options(records.info.options.model_copy(update={"cluster": where.cluster}))
        _finish(records, tasks, machines, placement.placed_session(session, where, number))
    for line in replay_report(records, source):
        _tell(line)


def _refuse_options(context: typer.Context) -> None:
    """Raise UsageError when an option was given that a replay takes from the recorded run."""
    own = {
        *("replay", "out", "provider", "guests", "no_spare_guest", "display", "log_level", "as_json"),
        *("tag", "note", "config", "cluster", "max_guests"),
    }
    conflicts = []
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in own and source is not None and source.name in GIVEN:
            conflicts.append(parameter.opts[-1])
    if conflicts:
        raise UsageError(
            f"--replay takes {', '.join(conflicts)} from the recorded run",
            hint="combine --replay only with --out, --tag, --note, --json, and the options of guests and display",
        )


def _options(chosen_limits: dict[str, float], **chosen: Any) -> RunOptions:
    return RunOptions.model_validate(chosen | chosen_limits)


def _finish(records: RunRecords, tasks: list[Task], machines: Provider, session: Session) -> None:
    options = records.info.options
    tasks = [task.with_variant(options.task_variant) for task in tasks]
    if records.moved is not None:
        _tell(f"the aborted run in {records.folder} had no result and was moved to {records.moved}")
    if skipped := describe_skipped((task.obstacle for task in tasks if task.obstacle), len(tasks)):
        _tell(skipped)
    for line in describe_malformed(tasks):
        _tell(line)
    if unjudged := judged_by_script_alone(options, tasks):
        _tell(
            f"{unjudged} of the tasks have key points or a reference, which nobody judges without --judge: their "
            "score is that of check.py alone"
        )
    for warning in records.info.agent.warnings:
        _tell(f"warning: {warning}")
    screen = f", screen {options.screen_text}" if options.screen_text else ""
    remaining = len(records.remaining(keep_errors=session.keep_errors))
    _tell(
        f"{remaining} episodes, agent {options.agent_name}, actions {options.actions}, "
        f"tool filter {options.tool_filter}, {options.steps} steps{screen}, {session.guests} guest(s); "
        f"records in {records.folder}"
    )
    goal = Goal(remaining, options.steps, options.max_cost, records.info.image_hash[:12])
    try:
        with (
            logging_to(records.log_file, session.log_level),
            watching(session.style, goal, session.console) as watcher,
        ):
            observer = LoggingObserver(watcher)
            log_event("run started", episodes=remaining, **options.model_dump(mode="json"))
            summary = Run(
                records,
                tasks,
                machines,
                session.guests,
                observer,
                spare_guest=session.spare_guest,
                keep_errors=session.keep_errors,
                terminal=TerminalQuestions.open() if options.approve == "ask" else None,
            ).finish()
            log_event("run ended", status=summary["status"])
    except KeyboardInterrupt:
        _tell(f"interrupted; finish the run with `{command(f'resume {records.folder}')}`")
        raise
    except LimitReachedError as reached:
        _tell(
            f"stopped: {reached.message}. Continue with a higher limit: "
            f"`{command(f'resume {records.folder} {reached.hint} …')}`"
        )
        raise typer.Exit(LIMIT_REACHED) from reached
    if session.as_json:
        common.print_json({"folder": str(records.folder), **summary})
    else:
        print_summary(summary, common.out)
    for requested, served, number in summary["substitutions"]:
        _tell(f"warning: in {number} attempt(s) the API served {served} instead of {requested}")
    for line in next_commands(records):
        _tell(line)
    if summary["status"]["infra_error"]:
        raise typer.Exit(1)


def _tell(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)


def _default_agent(model: str) -> str:
    if model or os.environ.get(run_options.KEY):
        return "anthropic"
    common.err.print(
        f"{run_options.KEY} is not set: using the agent oracle, which plays each task's reference solution",
        soft_wrap=True,
    )
    return "oracle"


def _action_space(text: str) -> ActionSpace:
    if text not in get_args(ActionSpace):
        raise common.invalid_value("--actions", text, get_args(ActionSpace))
    return cast(ActionSpace, text)


def parse_task_variants(text: str) -> TaskVariants:
    """Return the value of `--variants`. Raises UsageError."""
    if text not in get_args(TaskVariants):
        raise common.invalid_value("--variants", text, get_args(TaskVariants))
    return cast(TaskVariants, text)


def _new_folder(agent: str) -> Path:
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{agent}"
    folder = Path("runs") / stem
    number = 2
    while folder.exists():
        folder = Path("runs") / f"{stem}-{number}"
        number += 1
    return folder
