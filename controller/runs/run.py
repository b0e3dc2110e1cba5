"""A run: many episodes on a few guests, begun anew or taken up where it was stopped."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.agents import registry as agents
from controller.applications.registry import ACCESSIBLE_FROM_START
from controller.core.agent import Agent, EpisodeContext
from controller.core.guest import Guest
from controller.core.observation import needs_elements
from controller.episode.environment import EpisodeLimits
from controller.guests.provider import Provider
from controller.models.client import ModelClient
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange_recorder import ExchangeRecorder, totals
from controller.models.prices import Prices
from controller.models.usage_tracker import SpendingLimits
from controller.records.run_folder import RunRecords
from controller.records.run_info import AgentRecord, RunInfo, RunOptions, TaskEntry, versions
from controller.results.run_loader import summary_of
from controller.runs.attempts import EpisodeRunner, EpisodeSpec, RunObserver, episode_seed
from controller.runs.guest_pool import GuestPool
from controller.runs.replay import Recording
from controller.runs.run_agent import agent_options, describe, tool_filter
from controller.runs.snapshots import select_snapshot
from controller.runs.worker_pool import run_workers
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task
from testbed.errors import UsageError

Key = tuple[str, int]
_EMBEDDING_PACKAGES = ("sentence-transformers", "torch")


def create_run(
    folder: Path, options: RunOptions, tasks: Sequence[Task], provider: Provider, prices: Prices | None = None
) -> RunRecords:
    """A new run's folder, everything the user named having been checked.

    Raises UsageError for an unknown agent, variant, model, filter or order, a missing key, or a limit on
    costs when the model's price is unknown.
    """
    prices = prices or Prices.load()
    for task in tasks:
        task.checker()
    agent = describe(options, tasks, provider)
    _check_price(options, agent, prices)
    return RunRecords.create(
        folder,
        RunInfo(
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            options=options,
            agent=agent,
            prices=prices,
            image_hash=provider.image_hash,
            tasks=tuple(_entry(task) for task in tasks),
            versions=_versions(options),
        ),
    )


def resume_run(
    folder: Path, root: Path, provider: Provider, limits: Mapping[str, float] | None = None
) -> tuple[RunRecords, list[Task]]:
    """A run's folder and its tasks, for the episodes that have no result. `limits` are options that change.

    Raises UsageError when what the run began with is not there any more: its tasks, image or prompts.
    """
    records = RunRecords.open(folder)
    tasks = _unchanged_tasks(records.info, root)
    if provider.image_hash != records.info.image_hash:
        raise UsageError(
            f"the image is now {provider.image_hash[:12]}, the run began with {records.info.image_hash[:12]}",
            hint="rebuild that image, or start a new run",
        )
    if describe(records.info.options, tasks, provider) != records.info.agent:
        raise UsageError("the agent's prompts have changed since the run began", hint="start a new run")
    if limits:
        options = records.info.options.model_copy(update=dict(limits))
        _check_price(options, records.info.agent, _prices(records.info))
        records.change(options)
    return records, tasks


def create_replay(
    folder: Path, source: Path, root: Path, provider: Provider, provider_name: str = ""
) -> tuple[RunRecords, list[Task]]:
    """A new folder for a run that takes what models say from the record of another, and its tasks.

    Raises UsageError when the tasks or the agent are not those of the recorded run.
    """
    then = Recording(source).info
    tasks = _unchanged_tasks(then, root)
    options = then.options.model_copy(
        update={
            "replay": str(source.resolve()),
            "provider": provider_name or then.options.provider,
            "max_tokens": 0,
            "max_cost": 0.0,
        }
    )
    if describe(options, tasks, provider) != then.agent:
        raise UsageError(
            "the agent is not the one that was recorded: its prompts or its model have changed",
            hint="check out the version in the run's run.json, or start a new run",
        )
    info = then.model_copy(
        update={
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "options": options,
            "image_hash": provider.image_hash,
            "tools_hash": "",
            "versions": _versions(options),
        }
    )
    return RunRecords.create(folder, info), tasks


class Run:
    """The episodes of a run that have no result yet."""

    def __init__(
        self,
        records: RunRecords,
        tasks: Sequence[Task],
        provider: Provider,
        guests: int,
        watcher: RunObserver,
    ) -> None:
        self._records = records
        self._tasks = {task.id: task for task in tasks}
        self._provider = provider
        self._guests = guests
        self._watcher = watcher
        self._cancel = threading.Event()
        self._available = provider.snapshots
        options = records.info.options
        self._prices = _prices(records.info)
        self._budget = SpendingLimits(options.max_tokens, options.max_cost)
        self._gate = ConcurrencyLimiter(options.concurrency)
        self._recording = Recording(Path(options.replay)) if options.replay else None

    def finish(self) -> dict[str, Any]:
        """Run what is left and return the run's summary, which is also on disk.

        Raises KeyboardInterrupt with guests stopped and records whole, LimitReachedError likewise;
        RecordsError, GuestBootError when no guest comes up, ImageError, UsageError.
        """
        with self._records.locked():
            self._count_what_was_spent()
            left = [key for key in self._records.episodes() if self._records.result(*key) is None]
            if self._recording:
                left = [key for key in left if key in self._recording.episodes]
            try:
                if left:
                    self._work(left)
            finally:
                summary = summary_of(self._records)
                self._records.write_summary(summary)
        return summary

    def _count_what_was_spent(self) -> None:
        """For a run with limits that is taken up: all its tries count, also those that were cut short."""
        options = self._records.info.options
        if not options.max_tokens and not options.max_cost:
            return
        for key in self._records.episodes():
            sent = totals(self._records.all_exchanges(*key))
            result = self._records.result(*key)
            if sent.calls:
                cost = None if sent.uncounted else self._prices.cost(sent.usage)
                total = sum(used.input_tokens + used.output_tokens for used in sent.usage.values())
                self._budget.spend(total, cost)
            elif result is not None:
                self._budget.spend(result.input_tokens + result.output_tokens, result.cost)

    def _work(self, left: Sequence[Key]) -> None:
        demand = [self._snapshot(task_id) for task_id, _ in left]
        pool = GuestPool(self._provider, min(self._guests, len(left)), demand)
        runner = EpisodeRunner(pool, self._watcher, self._cancel, self._records.note_tools)

        def do(worker: int, key: Key) -> None:
            runner.run(worker, self._plan(*key))

        run_workers(left, self._guests, do, self._cancel, pool.close)

    def _plan(self, task_id: str, epoch: int) -> EpisodeSpec:
        options = self._records.info.options
        task = self._tasks[task_id]
        seed = episode_seed(options.seed, task_id, epoch)
        rules = EpisodeLimits(
            steps=options.steps,
            episode_seconds=options.episode_seconds,
            call_seconds=options.episode_seconds if options.agent in agents.PEOPLE else options.call_seconds,
            tool_seconds=options.tool_seconds,
            actions=options.actions,
            observe=options.observe,
            keep_final=True,
        )

        def make_agent(guest: Guest, line: ModelClient) -> Agent:
            assignment = EpisodeContext(
                task_id=task.id,
                instruction=task.instruction,
                max_steps=options.steps,
                gui=options.actions != "mcp",
                seed=seed,
            )
            return agents.load(options.agent).create(
                assignment, agent_options(options, line, task, guest.name)
            )

        recorder = self._records.recorder(task_id, epoch)

        def open_line(attempt: int) -> ModelClient:
            answers = self._recording.answers(task_id, epoch, attempt) if self._recording else None
            journal = ExchangeRecorder(recorder.exchange, recorder.screen)
            return ModelClient(journal=journal, answers=answers, gate=self._gate)

        return EpisodeSpec(
            label=task_id if options.epochs == 1 else f"{task_id} ({epoch})",
            task=task,
            epoch=epoch,
            seed=seed,
            make_agent=make_agent,
            tool_filter=lambda: tool_filter(options, seed),
            rules=rules,
            recorder=recorder,
            snapshot=self._snapshot(task_id),
            open_line=open_line,
            prices=self._prices,
            budget=self._budget,
        )

    def _snapshot(self, task_id: str) -> str:
        untold = (
            ACCESSIBLE_FROM_START if needs_elements(self._records.info.options.observe) else frozenset[str]()
        )
        return select_snapshot(self._tasks[task_id], self._available - untold)


def _versions(options: RunOptions) -> dict[str, str]:
    return versions(_EMBEDDING_PACKAGES if options.embeddings else ()) | agents.origin(options.agent)


def _unchanged_tasks(info: RunInfo, root: Path) -> list[Task]:
    """The run's tasks. Raises UsageError when they are not what they were."""
    tasks = load_tasks([entry.id for entry in info.tasks], root)
    changed = [task.id for task, entry in zip(tasks, info.tasks, strict=True) if task.hash != entry.hash]
    if changed:
        raise UsageError(
            f"tasks have changed since the run began: {', '.join(changed)}",
            hint="restore them as they were, or start a new run",
        )
    return tasks


def _prices(info: RunInfo) -> Prices:
    """The prices the run began with."""
    return info.prices or Prices.load()


def _check_price(options: RunOptions, agent: AgentRecord, prices: Prices) -> None:
    """Raises UsageError when a limit on costs could not hold."""
    unknown = [model for model in (agent.model, *agent.models) if model and prices.of(model) is None]
    if options.max_cost and unknown:
        raise UsageError(
            f"--max-cost needs the price of {', '.join(unknown)}, which is not known",
            hint="give it in a file (--prices FILE, in the form of controller/models/prices.toml), or use "
            "--max-tokens",
        )


def _entry(task: Task) -> TaskEntry:
    return TaskEntry(
        id=task.id,
        hash=task.hash,
        domain=task.domain,
        tool_beneficial=task.tool_beneficial,
        feasible=task.feasible,
        tools=task.file.tools,
        instruction=task.instruction,
    )
