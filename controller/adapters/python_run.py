"""Runs from Python: the same run as that of `testbed run`, without its display."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from controller.agents.registry import load_agent, parse_name
from controller.core.actions import Action, ActionSpace
from controller.core.observation import Part
from controller.guests.network_access import CLOSED
from controller.guests.provider import Provider
from controller.guests.registry import check_name, create_provider
from controller.models.prices import Prices
from controller.models.settings import parse_base_url
from controller.records.run_info import Attempt, EpisodeResult, RunOptions, TaskVariants
from controller.results.run_data import RunData, load_run
from controller.results.tags import parse_tags
from controller.runs.attempts import RunObserver
from controller.runs.guest_options import guest_options
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import Selection, select_tasks, tasks_root
from testbed.errors import UsageError

KEY = "ANTHROPIC_API_KEY"


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
    settings: Mapping[str, Any] | None = None,
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
    guests: int = 2,
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
        suite: Suite of the tasks, or a task source such as "osworld:DIR"; "" for any.
        domains: Domains of the tasks; none for any.
        limit: Number of selected tasks to run.
        list_file: File that lists the tasks, as `--list` takes it.
        source_options: Options of the task source, such as {"cache": "DIR"}.
        agent: Agent, with its variant after a colon; "" for anthropic if its key or a model is given, else oracle.
        model: Model of the agent.
        base_url: URL of the model API; "" for the vendor's.
        settings: Settings of the agent.
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
        guests: Number of guests that run at the same time.
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
        UsageError: An option is invalid, no task is selected, or `out` exists.
        ImageError: There is no guest image.
        GuestBootError: No guest boots.
        LimitReachedError: The run reached a limit; `testbed resume` finishes it.
        RecordsError: The records cannot be written.
        KeyboardInterrupt: The run was interrupted; guests are stopped and the records are whole.
    """
    name, agent_variant = parse_name(agent or _default_agent(model))
    options = _options(
        agent=name,
        variant=agent_variant,
        model=model,
        base_url=parse_base_url(base_url),
        settings=dict(settings or {}),
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
        provider=check_name(provider, guest_options(suite).profile)
        if isinstance(provider, str)
        else provider.name,
        network=network,
        episode_seconds=episode_seconds,
        call_seconds=call_seconds,
        tool_seconds=tool_seconds,
        max_tokens=max_tokens,
        max_cost=max_cost,
        concurrency=concurrency,
    )
    if guests < 1:
        raise UsageError(f"invalid value for guests: {guests}", hint="use 1 or more")
    if guests != 1 and load_agent(name).is_person:
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
    )
    selected = select_tasks(chosen, tasks_root())
    folder = Path(out) if out else _new_folder(name)
    price_list = Prices.load(Path(prices) if prices else None)
    run_tags = parse_tags([f"{key}={value}" for key, value in (tags or {}).items()])

    def finish(machines: Provider) -> None:
        records = create_run(folder, options, selected, machines, price_list, tags=run_tags, note=note)
        Run(records, selected, machines, guests, observer or SilentObserver()).finish()

    if isinstance(provider, str):
        with closing(create_provider(provider, guest_options(suite, network))) as machines:
            finish(machines)
    else:
        finish(provider)
    return load_run(folder)


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
