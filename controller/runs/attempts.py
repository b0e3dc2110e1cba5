"""An episode with its attempts: an infrastructure failure is retried on a fresh guest."""

from __future__ import annotations

import threading

from controller.core.actions import Action
from controller.core.guest import Guest
from controller.episode.bounds import EpisodeProgress
from controller.episode.declared_part import PartAttempt
from controller.episode.loop import Episode
from controller.episode.parts import EpisodeParts
from controller.episode.saved_episode import SavedEpisode
from controller.episode.server_guest import ToolsRecorder, for_task
from controller.guests.host_health import HostHealth
from controller.guests.link import access as guest_access
from controller.models.client import ModelClient
from controller.models.usage_tracker import UsageTracker
from controller.records.judged_result import was_played, with_verdict
from controller.records.run_info import Attempt, EpisodeResult, Status, failure_of
from controller.records.verdicts import EpisodeVerdict
from controller.runs.attempt_clock import AttemptClock
from controller.runs.episode_result import attempt_of, make_result, model_use
from controller.runs.episode_spec import EpisodeSpec
from controller.runs.fault import check_disk, fault_status, may_pass
from controller.runs.guest_pool import GuestPool
from controller.runs.observer import RunObserver as RunObserver
from controller.tasks.task import recorded_variant
from testbed.errors import (
    AgentError,
    CancelledError,
    InfraError,
    LimitReachedError,
    PluginError,
    RecordsError,
    UsageError,
)

MAX_ATTEMPTS = 3


class EpisodeRunner:
    """Runs episodes on the guests of a pool. Thread-safe."""

    def __init__(
        self,
        pool: GuestPool,
        observer: RunObserver,
        cancel: threading.Event,
        tools: ToolsRecorder,
    ) -> None:
        self._pool = pool
        self._observer = observer
        self._cancel = cancel
        self._tools = tools

    def run(self, worker: int, spec: EpisodeSpec) -> EpisodeResult:
        """Run an episode and return its result, which is also on disk; every attempt is recorded.

        One that has a result runs again; its attempts so far are in the new result, too.

        An error that ends the whole run, such as a refused key, is in the attempt's `end` event.

        Raises CancelledError, LimitReachedError, RecordsError; GuestBootError when no guest boots any more.
        """
        earlier = spec.recorder.reopen()
        attempts = [*earlier.attempts, attempt_of(earlier)] if earlier else []
        first = len(attempts)
        while True:
            result = self._attempt(worker, spec, tuple(attempts), again=len(attempts) > first)
            if may_pass(result) and len(attempts) - first < MAX_ATTEMPTS - 1:
                attempts.append(attempt_of(result))
                self._observer.retried(worker, spec.label, attempts[-1])
                continue
            spec.recorder.result(result)
            self._observer.spent(*spec.model_access.limits.spent)
            self._observer.ended(worker, spec.label, result)
            return result

    def _attempt(
        self, worker: int, spec: EpisodeSpec, attempts: tuple[Attempt, ...], *, again: bool
    ) -> EpisodeResult:
        """Play an attempt; the pool does not know of the guest of one that is made `again`."""
        clock = AttemptClock()
        health = HostHealth.now()
        spec.recorder.begin_attempt()
        spec.recorder.event(
            "start",
            task=spec.task.id,
            **recorded_variant(spec.task),
            epoch=spec.epoch,
            seed=spec.seed,
            attempt=len(attempts) + 1,
        )
        progress = EpisodeProgress()
        client = spec.open_client(len(attempts))
        usage_tracker = UsageTracker(client, spec.model_access.prices, spec.model_access.limits)
        parts = EpisodeParts()
        guest: Guest | None = None
        error: Exception | None = None
        try:
            self._observer.waiting(worker, spec.label)
            parts = spec.make_parts(PartAttempt(spec.task, spec.epoch, spec.label, len(attempts), client))
            saved = parts.start(self._cancel)
            snapshot = saved.checkpoint if saved else spec.snapshot
            if again or saved:
                self._pool.expect(snapshot, instead_of="" if again else spec.snapshot)
            guest = self._pool.take(self._cancel, snapshot)
            boot_seconds = clock.guest_taken(*self._pool.boot_span(guest))
            self._observer.started(worker, spec.label, guest.name)
            about = {"name": guest.name, "snapshot": snapshot}
            spec.recorder.event("guest", **about, boot_seconds=boot_seconds, timings=clock.waits)
            guest_access.set_activity(guest.name, spec.label)
            self._tools.record_tools(guest.list_tools())
            episode = self._episode(worker, spec, guest, client, usage_tracker, parts, saved)
            progress = episode.progress
            clock.mark_prepared()
            judgement = episode.run()
            if spec.trusted:
                check_disk(judgement.score, guest)
            status: Status = "completed" if progress.termination else "out_of_steps"
        except AgentError as raised:
            status, error = "agent_error", raised
        except (InfraError, PluginError) as raised:
            if self._pool.broken and guest is None:
                spec.recorder.event("end", status="infra_error", error=failure_of(raised).model_dump())
                raise
            steps = spec.suspected_steps(progress)
            status, trouble = fault_status(raised, steps=steps, since=health, guest=guest)
            error = raised
            if trouble:
                spec.recorder.event("host_trouble", text=trouble)
        except (CancelledError, LimitReachedError):
            self._record_cancelled(worker, spec)
            raise
        except RecordsError:
            raise
        except Exception as raised:
            spec.recorder.event("end", status="cancelled", error=failure_of(raised).model_dump())
            raise
        finally:
            clock.stop()
            client.close()
            spec.recorder.end_attempt()
            if guest is not None:
                self._pool.give_back(guest)
        if error is not None and self._cancel.is_set():
            self._record_cancelled(worker, spec)
            raise CancelledError("interrupted") from error
        differences = client.recorded_responses.differences if client.recorded_responses else []
        if differences:
            spec.recorder.event("differences", requests=differences)
        result = make_result(
            task=spec.task.id,
            variant=spec.task.play.variant,
            epoch=spec.epoch,
            seed=spec.seed,
            status=status,
            error=failure_of(error) if error else None,
            attempts=attempts,
            guest=guest.name if guest else "",
            seconds=clock.seconds,
            timings=clock.timings(progress),
            progress=progress,
            usage=model_use(progress, usage_tracker.current(), spec.model_access.prices, len(differences)),
        )
        if was_played(result):
            result = self._judge(worker, spec, result, parts)
        failure = result.error.model_dump() if result.error else None
        spec.recorder.event(
            "end",
            status=result.status,
            score=result.score,
            steps=result.steps,
            error=failure,
            seconds=result.seconds,
            timings=result.timings,
        )
        return result

    def _episode(
        self,
        worker: int,
        spec: EpisodeSpec,
        guest: Guest,
        client: ModelClient,
        usage_tracker: UsageTracker,
        parts: EpisodeParts,
        saved: SavedEpisode | None,
    ) -> Episode:
        def on_step(step: int, action: Action) -> None:
            self._observer.stepped(worker, spec.label, step, action)
            self._observer.spent(*spec.model_access.limits.spent)

        return Episode(
            spec.task,
            for_task(guest, spec.task, self._tools),
            spec.make_agent(guest, client),
            spec.tool_filter(),
            spec.limits,
            spec.recorder,
            self._cancel,
            on_step,
            parts,
            usage_tracker,
            saved,
        )

    def _judge(
        self, worker: int, spec: EpisodeSpec, result: EpisodeResult, parts: EpisodeParts
    ) -> EpisodeResult:
        try:
            return parts.ended(result, self._cancel)
        except CancelledError:
            self._record_cancelled(worker, spec)
            raise
        except PluginError as error:
            lost = EpisodeVerdict(score=None, problem=error.message)
            return with_verdict(result, lost).model_copy(update={"error": failure_of(error)})
        except UsageError as error:
            spec.recorder.event("end", status="cancelled", error=failure_of(error).model_dump())
            raise

    def _record_cancelled(self, worker: int, spec: EpisodeSpec) -> None:
        spec.recorder.event("end", status="cancelled")
        self._observer.cancelled(worker, spec.label)
