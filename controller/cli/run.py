"""`testbed run` and `resume`."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer

from controller.agents.registry import load_agent, names, parse_name
from controller.cli import common, limits
from controller.cli.display import Style, watching
from controller.core.actions import ActionSpace
from controller.core.observation import PARTS, parse_parts
from controller.guests.provider import Provider
from controller.guests.registry import check_name
from controller.models.prices import Prices
from controller.models.settings import parse_base_url, parse_settings
from controller.records.run_folder import RunRecords
from controller.records.run_info import RunOptions
from controller.results.replay_report import replay_report
from controller.results.run_tables import print_summary
from controller.runs.run import Run
from controller.runs.start import create_replay, create_run, resume_run
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task
from controller.tool_filter.registry import ORDERS, filter_names, make_filter
from testbed.errors import LimitReachedError, UsageError

LIMIT_REACHED = 3
KEY = "ANTHROPIC_API_KEY"


def run(
    context: typer.Context,
    steps: Annotated[
        int, typer.Option(metavar="N", min=1, help="Maximum number of steps of an episode.")
    ] = 50,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    epochs: Annotated[int, typer.Option(metavar="N", min=1, help="Number of times every task is run.")] = 1,
    agent: Annotated[
        str,
        typer.Option(
            metavar="A[:VARIANT]",
            help=f"Agent: {', '.join(names())}; default: anthropic when {KEY} is set, else oracle.",
        ),
    ] = "",
    model: Annotated[str, typer.Option(metavar="M", help="Model of the agent.")] = "",
    base_url: Annotated[
        str,
        typer.Option(metavar="URL", help="URL of the model API; default: the vendor's."),
    ] = "",
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Setting of the agent, as a TOML value or text; repeatable.",
            show_default=False,
        ),
    ] = None,
    actions: Annotated[str, typer.Option(help="Action space: gui, mcp or gui+mcp.")] = "gui+mcp",
    observe: Annotated[
        str,
        typer.Option(
            metavar="P,...", help=f"Observation: one or more of {', '.join(PARTS)}, separated by commas."
        ),
    ] = "screenshot",
    tool_filter: Annotated[
        str,
        typer.Option(
            metavar="F",
            help=f"Tool filter: {', '.join(filter_names())}; default: rag, with the agent oracle oracle.",
        ),
    ] = "",
    tool_order: Annotated[
        str, typer.Option(help=f"Order of the tools: {' or '.join(ORDERS)}.")
    ] = "lexicographic",
    tool_budget: common.ToolBudget = "",
    embeddings: common.Embeddings = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    provider: common.ProviderName = "",
    guests: common.Guests = 2,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder of the run; default: runs/<time>-<agent>.", show_default=False
        ),
    ] = None,
    display: common.Display = "",
    episode_seconds: limits.EpisodeSeconds = None,
    call_seconds: limits.CallSeconds = None,
    tool_seconds: limits.ToolSeconds = None,
    max_tokens: limits.MaxTokens = None,
    max_cost: limits.MaxCost = None,
    prices: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Price list that adds or replaces prices of models (TOML)."),
    ] = None,
    concurrency: limits.Concurrency = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="Replay a run: use its recorded model responses instead of a model."
        ),
    ] = None,
) -> None:
    """Run an agent on tasks, judge the results, and print accuracy, TIR and ACS.

    Exit code 0: complete; 1: some episodes ended in an infrastructure error; 2: wrong usage; 3: --max-tokens
    or --max-cost was reached; 130: interrupted. After 3 and 130 `testbed resume` finishes the run.
    """
    if replay is not None:
        _refuse_options(context)
        _replay(replay, out, provider, guests, display)
        return
    name, variant = parse_name(agent or _default_agent(model))
    chosen_limits = limits.collect_limits(
        episode_seconds, call_seconds, tool_seconds, max_tokens, max_cost, concurrency
    )
    options = _options(
        chosen_limits,
        agent=name,
        variant=variant,
        model=model,
        base_url=parse_base_url(base_url),
        settings=parse_settings(setting or ()),
        actions=_action_space(actions),
        observe=parse_parts(observe),
        steps=steps,
        epochs=epochs,
        seed=seed,
        tool_filter=tool_filter or load_agent(name).default_tool_filter,
        tool_order=tool_order,
        tool_budget=tool_budget,
        embeddings=embeddings,
        provider=check_name(provider),
    )
    price_list = Prices.load(prices)
    make_filter(options.tool_filter, options.tool_order, budget=tool_budget, embeddings=embeddings)
    style = _style(options.agent, guests, display)
    tasks = select_tasks(common.selection(suite, task, domain, limit), tasks_root())
    with common.provider_named(provider) as machines:
        records = create_run(out or _new_folder(name), options, tasks, machines, price_list)
        _finish(records, tasks, machines, guests, style)


def resume(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    guests: common.Guests = 2,
    display: common.Display = "",
    episode_seconds: limits.EpisodeSeconds = None,
    call_seconds: limits.CallSeconds = None,
    tool_seconds: limits.ToolSeconds = None,
    max_tokens: limits.MaxTokens = None,
    max_cost: limits.MaxCost = None,
    concurrency: limits.Concurrency = None,
) -> None:
    """Finish a run that was interrupted, killed or stopped by a limit: run the episodes without a result.

    Limits given here replace those of the run. Earlier usage counts towards them.
    """
    chosen_limits = limits.collect_limits(
        episode_seconds, call_seconds, tool_seconds, max_tokens, max_cost, concurrency
    )
    options = RunRecords.open(folder).info.options
    style = _style(options.agent, guests, display)
    with common.provider_named(options.provider) as machines:
        records, tasks = resume_run(folder, tasks_root(), machines, chosen_limits)
        _finish(records, tasks, machines, guests, style)


def _replay(source: Path, out: Path | None, provider: str, guests: int, display: str) -> None:
    options = RunRecords.open(source).info.options
    if load_agent(options.agent).is_person:
        raise UsageError(
            "cannot replay a run of the agent human: it has no recorded model responses", hint="run it again"
        )
    style = common.display_style(display)
    with common.provider_named(provider or options.provider) as machines:
        name = check_name(provider) if provider else ""
        folder = out or _new_folder(f"{options.agent}-replay")
        records, tasks = create_replay(folder, source, tasks_root(), machines, name)
        _finish(records, tasks, machines, guests, style)
    for line in replay_report(records, source):
        common.err.print(line, soft_wrap=True, markup=False)


def _refuse_options(context: typer.Context) -> None:
    """Raise UsageError when an option was given that a replay takes from the recorded run."""
    own = {"replay", "out", "provider", "guests", "display"}
    conflicts = []
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name not in own and source is not None and source.name == "COMMANDLINE":
            conflicts.append(parameter.opts[-1])
    if conflicts:
        raise UsageError(
            f"--replay takes {', '.join(conflicts)} from the recorded run",
            hint="combine --replay only with --out, --provider, --guests and --display",
        )


def _options(chosen_limits: dict[str, float], **chosen: Any) -> RunOptions:
    return RunOptions.model_validate(chosen | chosen_limits)


def _finish(records: RunRecords, tasks: list[Task], machines: Provider, guests: int, style: Any) -> None:
    if records.moved is not None:
        common.err.print(
            f"the aborted run in {records.folder} had no result and was moved to {records.moved}",
            markup=False,
            soft_wrap=True,
        )
    remaining = sum(records.result(*key) is None for key in records.episodes())
    options = records.info.options
    common.err.print(
        f"{remaining} episodes, agent {options.agent_name}, actions {options.actions}, "
        f"tool filter {options.tool_filter}, {options.steps} steps, {guests} guest(s); records in {records.folder}",
        markup=False,
        soft_wrap=True,
    )
    try:
        with watching(style, remaining, common.out) as watcher:
            summary = Run(records, tasks, machines, guests, watcher).finish()
    except KeyboardInterrupt:
        common.err.print(
            f"interrupted; finish the run with `testbed resume {records.folder}`",
            markup=False,
            soft_wrap=True,
        )
        raise
    except LimitReachedError as reached:
        common.err.print(
            f"stopped: {reached.message}. Continue with a higher limit: "
            f"`testbed resume {records.folder} {reached.hint} …`",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(LIMIT_REACHED) from reached
    print_summary(summary, common.out)
    for requested, served, number in summary["substitutions"]:
        common.err.print(
            f"warning: in {number} attempt(s) the API served {served} instead of {requested}",
            markup=False,
            soft_wrap=True,
        )
    if summary["status"]["infra_error"]:
        raise typer.Exit(1)


def _default_agent(model: str) -> str:
    if model or os.environ.get(KEY):
        return "anthropic"
    common.err.print(
        f"{KEY} is not set: using the agent oracle, which plays each task's reference solution",
        soft_wrap=True,
    )
    return "oracle"


def _style(agent: str, guests: int, display: str) -> Style:
    """Return the display of a run. Raises UsageError, also for a person and more than one guest."""
    if load_agent(agent).is_person:
        if guests != 1:
            raise UsageError("the agent human uses one guest at a time", hint="use --guests 1")
        display = display or "plain"  # a live table would write over what is typed
    return common.display_style(display)


def _action_space(text: str) -> ActionSpace:
    if text not in get_args(ActionSpace):
        raise common.invalid_value("--actions", text, get_args(ActionSpace))
    return cast(ActionSpace, text)


def _new_folder(agent: str) -> Path:
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{agent}"
    folder = Path("runs") / stem
    number = 2
    while folder.exists():
        folder = Path("runs") / f"{stem}-{number}"
        number += 1
    return folder
