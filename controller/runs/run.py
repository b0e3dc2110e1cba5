"""A run: many episodes on a few guests."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.agents import registry as agents
from controller.applications.registry import ACCESSIBLE_FROM_START
from controller.core.actions import ActionSpace
from controller.core.agent import Agent, EpisodeContext
from controller.core.guest import Guest
from controller.core.observation import needs_elements
from controller.episode.bounds import EpisodeLimits
from controller.guests.provider import HEADLESS, Provider
from controller.metrics.run_loader import summary_of
from controller.models.client import ModelClient
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.model_access import ModelAccess
from controller.models.usage_tracker import SpendingLimits
from controller.records.run_info import failure_of
from controller.records.run_records import RunRecords
from controller.runs.attempts import EpisodeRunner
from controller.runs.earlier_spending import restore_spending
from controller.runs.endpoint_watch import EndpointWatch
from controller.runs.episode_parts import RunParts, ordered, prepared
from controller.runs.episode_spec import EpisodeSpec
from controller.runs.guest_pool import GuestPool
from controller.runs.observer import RunObserver
from controller.runs.replay import Recording
from controller.runs.run_agent import agent_options, route_model_calls, tool_filter
from controller.runs.run_log import event
from controller.runs.seeds import episode_seed
from controller.runs.start import prices_of
from controller.runs.worker_pool import run_workers
from controller.tasks.task import Task, prompt_of, with_form, with_variant
from testbed.errors import LimitReachedError

Key = tuple[str, int]


class Run:
    """The episodes of a run that have no result yet."""

    def __init__(
        self,
        records: RunRecords,
        tasks: Sequence[Task],
        provider: Provider,
        guests: int,
        observer: RunObserver,
        *,
        spare_guest: bool = True,
        keep_errors: bool = False,
    ) -> None:
        """Prepare to run what remains (`RunRecords.remaining` has `keep_errors`)."""
        # A recording has no other answers than those of its own attempts.
        self._keep_errors = keep_errors or bool(records.info.options.replay)
        self._spare = spare_guest
        self._records = records
        self._provider = provider
        self._guests = guests
        self._observer = observer
        self._cancel = threading.Event()
        self._available = provider.snapshots
        options = records.info.options
        tasks = [with_form(task, options.instructions) for task in tasks]
        self._tasks = {task.id: prepared(task, options) for task in tasks}
        self._access = ModelAccess(
            prices_of(records.info),
            SpendingLimits(options.limits.max_tokens, options.limits.max_cost),
            ConcurrencyLimiter(options.limits.concurrency),
        )
        self._recording = Recording(Path(options.replay)) if options.replay else None

    def finish(self) -> dict[str, Any]:
        """Run the remaining episodes and return the run's summary, which is also on disk.

        An error that aborts the run is recorded as the run's error, until the run is resumed.

        Raises KeyboardInterrupt with guests stopped and records whole, LimitReachedError likewise;
        RecordsError, GuestBootError when no guest comes up, ModelApiError when the model API is gone, ImageError,
        UsageError.
        """
        with self._records.lock():
            self._records.store_options()
            self._records.write_error(None)
            remaining = self._records.remaining(keep_errors=self._keep_errors)
            if self._recording:
                remaining = [key for key in remaining if key in self._recording.episodes]
            told, recording = self._observer.told, self._recording
            self._parts = RunParts.of(self._records, told, recording, self._access, self._provider, remaining)
            restore_spending(self._records, self._access)
            for warning in self._records.info.agent.warnings:
                event(warning, logging.WARNING)
            try:
                if remaining:
                    self._work(ordered(remaining, self._records.info.options, self._guests))
            except LimitReachedError:
                raise
            except Exception as error:
                self._records.write_error(failure_of(error))
                raise
            finally:
                summary = summary_of(self._records)
                self._records.write_summary(summary)
        return summary

    def _work(self, remaining: Sequence[Key]) -> None:
        demand = [self._snapshot(task_id) for task_id, _ in remaining]
        size = min(self._guests, len(remaining))
        pool = GuestPool(self._provider, size, demand, spare=self._spare, on_change=self._observer.guests)
        runner = EpisodeRunner(pool, self._observer, self._cancel, self._records)
        endpoint = EndpointWatch()

        def run_episode(worker: int, key: Key) -> None:
            result = runner.run(worker, self._spec(*key))
            if not self._recording:  # whose failures are recorded ones
                endpoint.note(result)

        run_workers(remaining, self._guests, run_episode, self._cancel, pool.close)

    def _spec(self, task_id: str, epoch: int) -> EpisodeSpec:
        options = self._records.info.options
        task = with_variant(self._tasks[task_id], options.variants.in_epoch(epoch))
        seed = episode_seed(options.seed, task_id, epoch)
        snapshot = self._snapshot(task_id)
        only_tools = snapshot == HEADLESS and options.actions != "gui"
        actions: ActionSpace = "mcp" if only_tools else options.actions
        limits = EpisodeLimits(
            steps=options.steps,
            episode_seconds=options.limits.episode_seconds,
            call_seconds=options.limits.episode_seconds
            if agents.load_agent(options.agent).is_person
            else options.limits.call_seconds,
            tool_seconds=options.limits.tool_seconds,
            actions=actions,
            observe=options.observe,
            keep_final=True,
        )

        def make_agent(guest: Guest, client: ModelClient) -> Agent:
            route_model_calls(options, client, guest)
            context = EpisodeContext(
                task_id=task.id,
                instruction=prompt_of(task),
                max_steps=options.steps,
                gui=actions != "mcp",
                seed=seed,
                screen=snapshot != HEADLESS,
            )
            return agents.load_agent(options.agent).create(
                context, replace(agent_options(options, client, task, guest.name), actions=actions)
            )

        recorder = self._records.recorder(task_id, epoch)

        def open_client(attempt: int) -> ModelClient:
            answers = self._recording.answers(task_id, epoch, attempt) if self._recording else None
            exchange_recorder = ExchangeRecorder(recorder.exchange, recorder.screen)
            return ModelClient(
                recorder=exchange_recorder, recorded_responses=answers, limiter=self._access.limiter
            )

        label = task_id if options.epochs == 1 else f"{task_id} ({epoch})"
        return EpisodeSpec(
            label=label,
            task=task,
            epoch=epoch,
            seed=seed,
            make_agent=make_agent,
            tool_filter=lambda: tool_filter(options, seed),
            limits=limits,
            recorder=recorder,
            snapshot=snapshot,
            open_client=open_client,
            make_parts=self._parts.make,
            model_access=self._access,
            trusted=agents.load_agent(options.agent).knows_solution,
        )

    def _snapshot(self, task_id: str) -> str:
        observe = self._records.info.options.observe
        unusable = ACCESSIBLE_FROM_START if needs_elements(observe) else frozenset[str]()
        return self._tasks[task_id].select_snapshot(self._available - unusable)
