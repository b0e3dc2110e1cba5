"""Runs from Python: the same run as that of `testbed run`, without its display."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from controller.agents.registry import check_via, choose_calling, load_agent, parse_name
from controller.core.actions import Action, ActionSpace, Calling
from controller.core.approval import APPROVAL_SECONDS, ApprovalPolicy
from controller.core.observation import Part
from controller.guests.network_access import CLOSED, with_hosts
from controller.guests.provider import Provider
from controller.guests.registry import check_name
from controller.models.prices import Prices
from controller.models.settings import parse_base_url
from controller.records.run_info import Attempt, EpisodeResult, ModelCalls, RunOptions, TaskVariants
from controller.results.run_data import RunData, load_run
from controller.results.tags import parse_tags
from controller.runs.approval import check_can_ask
from controller.runs.approval_terminal import TerminalQuestions
from controller.runs.attempts import RunObserver
from controller.runs.guest_options import guest_options, screen_to_record
from controller.runs.placement import Placement, check_model_calls, on_cluster, placed, refuse_person
from controller.runs.run import Run
from controller.runs.start import added_servers, create_run
from controller.tasks.selection import Selection, select_tasks, tasks_root
from testbed.errors import UsageError

KEY = "ANTHROPIC_API_KEY"
GUESTS = 2
"""Guests of this host, if none are asked for."""


class SilentObserver(RunObserver):
    """Shows nothing of a run's progress."""

    def started(self, worker: int, label: str, guest: str) -> None:
        """An episode has its guest."""

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
        """An action is about to be executed."""

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        """An attempt failed; another follows."""

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        """An episode has its result."""

    def cancelled(self, worker: int, label: str) -> None:
        """An episode was cancelled."""


def run(
    tasks: str | Sequence[str] = (),
    *,
    suite: str = "",
    domains: Sequence[str] = (),
    limit: int | None = None,
    list_file: Path | str | None = None,
    source_options: Mapping[str, str] | None = None,
    agent: str = "",
    model: str = "",
    base_url: str = "",
    via: str = "",
    settings: Mapping[str, Any] | None = None,
    calling: Calling | Literal[""] = "",
    user_model: str = "",
    user_base_url: str = "",
    judge: str = "",
    judge_base_url: str = "",
    judge_votes: int = 1,
    judge_by: Sequence[str] = (),
    approve: ApprovalPolicy | Literal[""] = "",
    approve_seconds: float = APPROVAL_SECONDS,
    actions: ActionSpace = "gui+mcp",
    observe: Sequence[Part] = ("screenshot",),
    steps: int = 50,
    epochs: int = 1,
    variant: int = 0,
    variants: TaskVariants = "same",
    seed: int = 0,
    tool_filter: str = "",
    tool_order: str = "lexicographic",
    tool_budget: str = "",
    embeddings: str = "",
    provider: str | Provider = "",
    network: str = CLOSED,
    screen: str = "",
    scale: int = 1,
    servers: Path | str | None = None,
    guests: int | None = None,
    cluster: str = "",
    max_guests: int | None = None,
    model_calls: ModelCalls = "driver",
    out: Path | str | None = None,
    episode_seconds: float = 3600.0,
    call_seconds: float = 300.0,
    tool_seconds: float = 0.0,
    max_tokens: int = 0,
    max_cost: float = 0.0,
    concurrency: int = 0,
    prices: Path | str | None = None,
    tags: Mapping[str, str] | None = None,
    note: str = "",
    observer: RunObserver | None = None,
) -> RunData:
    """Run an agent on tasks and return the finished run, as `testbed run` does.

    Args:
        tasks: Task ids or globs; with none, the suite and the domains select.
        suite: Suite of the tasks, or a task source such as "osworld:DIR"; "" for any. Without one, tasks, domains and a
            list, the suites on servers (`mcp-…`) are left out.
        domains: Domains of the tasks; none for any.
        limit: Number of selected tasks to run.
        list_file: File that lists the tasks, as `--list` takes it.
        source_options: Options of the task source, such as {"cache": "DIR"}.
        agent: Agent, with its variant after a colon; "" for anthropic if its key or a model is given, else oracle.
        model: Model of the agent.
        base_url: URL of the model API; "" for the vendor's.
        via: Cloud platform of the agent's model: "bedrock", "vertex", "azure" or "foundry"; "" for the vendor's API.
        settings: Settings of the agent.
        calling: How the agent's model calls tools: "native" (its API's calls) or "prompt" (in the text of its
            answers); "" for the agent's default.
        user_model: Model that answers questions to the user of tasks that have one; "" for their `user.toml`.
        user_base_url: URL of that model's API; "" for the vendor's.
        judge: Model that judges what the agent did and answered; "" for no judges.
        judge_base_url: URL of that model's API; "" for the vendor's.
        judge_votes: Votes of each judge, an odd number.
        judge_by: Names of the judges; none for those that each task is for.
        approve: What becomes of actions that a vendor's safety check marks, and of calls of destructive tools: "ask" (a
            person decides, at the terminal or in the viewer), "never" or "always"; "" for what the agent does with its
            vendor's checks.
        approve_seconds: Time limit of a person's decision.
        actions: Action space.
        observe: What an observation holds.
        steps: Maximum number of steps of an episode.
        epochs: Number of times every task is run.
        variant: Variant of tasks that have variants, in the first epoch.
        variants: "same" to play the same variant in every epoch, "per-epoch" for the next one in each.
        seed: Random seed.
        tool_filter: Tool filter; "" for the agent's default.
        tool_order: Order of the tools shown, "lexicographic" or "shuffle".
        tool_budget: Maximum number of tools shown ("25"), or of tokens of their definitions ("4000t").
        embeddings: Embedding model for semantic ranking in `rag`.
        provider: Provider or its name; "" for the host's default. A provider given as an object is left open.
        network: What the guests reach outside: "closed", "open" or "allow:HOST,...". A provider given as an object
            has decided that itself; say the same here, for the record.
        screen: Size of the guests' screens in pixels, such as "1920x1080"; "" for 1280x720, or what the task source
            needs, times `scale`. A provider given as an object has decided this itself; say the same here.
        scale: How many times larger than usual the desktop and its applications draw: 1 or 2.
        servers: File with servers of your own, as `--servers` takes it. Guests of a provider by name reach the hosts
            that these need.
        guests: Number of guests of this host that run at the same time; None for 2.
        cluster: Run the guests on the nodes of a Ray cluster: "auto", "HOST:PORT", "ray://HOST:PORT", or "local" for a
            private one on this host. Call it from a process that has not started Ray itself.
        max_guests: With `cluster`: maximum number of guests that run at the same time; None for all its guest slots.
        model_calls: With `cluster`: "driver" to send requests to models from this process, "node" from the node of the
            episode's guest, which then gets the key with each request.
        out: Folder of the run; None for `runs/<time>-<agent>`.
        episode_seconds: Time limit of an episode.
        call_seconds: Time limit of one decision of the agent.
        tool_seconds: Time limit of one tool call; 0 for the tool's own limit.
        max_tokens: Stop the run after this many tokens; 0 for no limit.
        max_cost: Stop the run when its cost in US dollars reaches this amount; 0 for no limit.
        concurrency: Maximum number of concurrent requests to a model API; 0 for no limit.
        prices: Price list that adds or replaces prices of models (TOML).
        tags: Tags of the run, which `testbed view`, `report` and `compare` filter by.
        note: Note kept with the run.
        observer: Receives the run's progress, from any thread.

    Returns:
        The run. Episodes that ended in an infrastructure error have the status "infra_error".

    Raises:
        UsageError: An option is invalid, no task is selected, `out` exists, or no such cluster can be joined.
        ImageError: There is no guest image.
        GuestBootError: No guest boots.
        LimitReachedError: The run reached a limit; `testbed resume` finishes it.
        RecordsError: The records cannot be written.
        KeyboardInterrupt: The run was interrupted; guests are stopped and the records are whole.
    """
    where = _placement(provider, guests, cluster, max_guests)
    name, agent_variant = parse_name(agent or _default_agent(model))
    refuse_person(name, where)
    check_model_calls(model_calls, where)
    options = _options(
        agent=name,
        variant=agent_variant,
        model=model,
        base_url=parse_base_url(base_url),
        via=check_via(name, via),
        user_model=user_model,
        user_base_url=parse_base_url(user_base_url),
        judge=judge,
        judge_base_url=parse_base_url(judge_base_url),
        judge_votes=judge_votes,
        judge_by=tuple(judge_by),
        settings=dict(settings or {}),
        calling=choose_calling(name, calling),
        approve=approve,
        approve_seconds=approve_seconds,
        actions=actions,
        observe=tuple(observe),
        steps=steps,
        epochs=epochs,
        task_variant=variant,
        task_variants=variants,
        seed=seed,
        tool_filter=tool_filter or load_agent(name).default_tool_filter,
        tool_order=tool_order,
        tool_budget=tool_budget,
        embeddings=embeddings,
        provider=_provider_name(provider, suite, where),
        network=network,
        screen=screen_to_record(suite, screen, scale),
        scale=scale,
        servers=str(Path(servers).resolve()) if servers else "",
        cluster=cluster,
        model_calls=model_calls,
        episode_seconds=episode_seconds,
        call_seconds=call_seconds,
        tool_seconds=tool_seconds,
        max_tokens=max_tokens,
        max_cost=max_cost,
        concurrency=concurrency,
    )
    if where.guests != 1 and load_agent(name).is_person:
        raise UsageError(f"the agent {name} uses one guest at a time", hint="use guests=1")
    globs = (tasks,) if isinstance(tasks, str) else tuple(tasks)
    chosen = Selection(
        suite,
        globs,
        tuple(domains),
        limit,
        Path(list_file) if list_file else None,
        tuple((source_options or {}).items()),
        network,
        to_run=True,
    )
    added = added_servers(options)
    selected = [task.with_servers(added) for task in select_tasks(chosen, tasks_root())]
    if isinstance(provider, str):
        network = with_hosts(network, added.hosts(name for task in selected for name in task.servers))
        options = options.model_copy(update={"network": network})
    folder = Path(out) if out else _new_folder(name)
    terminal = TerminalQuestions.open()
    check_can_ask(options, folder, terminal=terminal is not None)
    price_list = Prices.load(Path(prices) if prices else None)
    run_tags = parse_tags([f"{key}={value}" for key, value in (tags or {}).items()])

    def finish(machines: Provider, number: int) -> None:
        chosen = options.model_copy(update={"provider": machines.name}) if cluster else options
        records = create_run(folder, chosen, selected, machines, price_list, tags=run_tags, note=note)
        followed = observer or SilentObserver()
        Run(
            records, selected, machines, number, followed, spare_guest=not cluster, terminal=terminal
        ).finish()

    if isinstance(provider, str):
        guests_of_run = guest_options(suite, network, screen, scale)
        with placed(where, provider, guests_of_run, run=folder.name) as (machines, number):
            finish(machines, number)
    else:
        finish(provider, where.guests or GUESTS)
    return load_run(folder)


def _placement(
    provider: str | Provider, guests: int | None, cluster: str, max_guests: int | None
) -> Placement:
    for name, number in (("guests", guests), ("max_guests", max_guests)):
        if number is not None and number < 1:
            raise UsageError(f"invalid value for {name}: {number}", hint="use 1 or more")
    if not cluster:
        if max_guests is not None:
            raise UsageError("max_guests needs cluster", hint="on this host use guests=N")
        return Placement("", guests or GUESTS)
    if guests is not None:
        raise UsageError(f"guests={guests} is for this host", hint="with cluster use max_guests=N")
    if not isinstance(provider, str):
        raise UsageError("a provider given as an object is of this host", hint="with cluster give its name")
    return on_cluster(cluster, max_guests)


def _provider_name(provider: str | Provider, suite: str, where: Placement) -> str:
    if not isinstance(provider, str):
        return provider.name
    return provider if where.cluster else check_name(provider, guest_options(suite).profile)


def _options(**chosen: Any) -> RunOptions:
    try:
        return RunOptions.model_validate(chosen)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = ".".join(map(str, first["loc"]))
        problem = first["msg"][:1].lower() + first["msg"][1:]
        raise UsageError(f"invalid value for {name}: {first['input']!r}", hint=problem) from error


def _default_agent(model: str) -> str:
    return "anthropic" if model or os.environ.get(KEY) else "oracle"


def _new_folder(agent: str) -> Path:
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{agent}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 1000))
    return next(folder for name in names if not (folder := Path("runs") / name).exists())
