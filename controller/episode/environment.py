"""A task on a guest as an environment: set-up, observations, steps, evaluation. Who decides is not its concern."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from checkers import GuestView, Termination
from controller.core.actions import Action, Terminate, ToolCall
from controller.core.guest import Guest, Tool, ToolResult
from controller.core.limits import Deadline
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits, EpisodeProgress, seconds_since
from controller.episode.desktop import Desktop, enable_accessibility
from controller.episode.groups import group_calls, reaches_guest, run_together
from controller.episode.happenings import Happenings
from controller.episode.observation_record import observation_fields
from controller.episode.quiet_judging import judge_quietly
from controller.episode.recorder import Recorder
from controller.episode.step_record import StepRecord
from controller.records.final_state import MARKER, RecordingGuestView
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task
from controller.tasks.user import TaskUser, User
from controller.tool_filter.base import ToolFilter, make_request
from testbed.errors import CheckerError, EpisodeTimeoutError

OnStep = Callable[[int, Action], None]
MakeUser = Callable[[TaskUser], User]


class TaskEnvironment:
    """A task on a fresh guest.

    Call `setup` once, then `observe` and `select_tools`, then `step` until `done`, then `evaluate`.
    `progress` is current at any time.
    """

    def __init__(
        self,
        task: Task,
        guest: Guest,
        tool_filter: ToolFilter,
        limits: EpisodeLimits,
        recorder: Recorder,
        cancel: threading.Event,
        on_step: OnStep,
        make_user: MakeUser = lambda user: user,
    ) -> None:
        """`make_user` returns who answers for the task's user."""
        self.progress = EpisodeProgress()
        self._task = task
        self._guest = guest
        self._filter = tool_filter
        self._limits = limits
        self._recorder = recorder
        self._cancel = cancel
        self._on_step = on_step
        self._make_user = make_user
        self._tools_digest = ""
        self._deadline = Deadline(
            limits.episode_seconds,
            EpisodeTimeoutError(f"{task.id} took more than {limits.episode_seconds:.0f} s"),
            cancel,
        )

    @property
    def done(self) -> bool:
        """Whether the agent has terminated or the step budget is spent."""
        return self.progress.termination is not None or self.progress.steps >= self._limits.steps

    def setup(self) -> None:
        """Bring the guest into the task's initial state. Raises InfraError, CancelledError."""
        limits = self._limits
        enable_accessibility(self._guest, limits.observe)
        self.progress.timed("set_up", lambda: self._task.set_up(self._guest, self._cancel))
        if limits.keep_final:
            self._guest.run(["touch", MARKER], check=False)
        self._happenings = Happenings(self._task.events, self._guest, self._cancel)
        user = self._task.user
        self.progress.questions = 0 if user else None
        self._desktop = Desktop(
            self._guest,
            self._filter,
            limits.actions,
            limits.observe,
            limits.tool_seconds,
            self._make_user(user) if user else None,
        )

    def observe(self) -> Observation:
        """Return the observation before the first step. Raises InfraError, RecordsError."""
        return self._observe(())

    def select_tools(self, observation: Observation) -> list[Tool]:
        """Select the tools that the next step may call.

        Raises EpisodeTimeoutError, RecordsError, CancelledError.
        """
        self._deadline.check()
        request = make_request(
            self._task.instruction, observation.windows, self.progress.used_tools, self._task.tools
        )
        tools = self._desktop.select_tools(request)
        names = [tool.name for tool in tools]
        digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()[:16]
        if digest != self._tools_digest:
            self._tools_digest = digest
            self._recorder.event("tools", hash=digest, names=names)
        return tools

    def step(
        self, actions: Sequence[Action], performed: Sequence[Action] = (), *, parallel: bool = False
    ) -> Observation:
        """Execute actions in order until one fails or terminates, or the step budget is spent; then observe.

        Args:
            actions: Actions to execute; each is one step.
            performed: Actions that a person has carried out already: counted and recorded, not executed.
            parallel: Execute tool calls that follow each other at the same time. All of them are executed, whatever
                fails, and their results stay in order.

        Raises:
            InfraError, RecordsError, CancelledError
        """
        results: list[ToolResult] = []
        for action in performed:
            self.progress.steps += 1
            self._on_step(self.progress.steps, action)
            self._count(action, refused=False)
            self._record(StepRecord(action, performed=True))
        for group in group_calls(map(self._desktop.resolve, actions), parallel=parallel):
            if self.done:
                break
            self._deadline.check()
            self._let_happen()
            calls = [action for action in group if isinstance(action, ToolCall)]
            latest = self._step_together(calls) if len(calls) > 1 else self._step_alone(group[0])
            results += latest
            if any(result.is_error for result in latest):
                break
        return self._observe(results)

    def _step_alone(self, action: Action) -> list[ToolResult]:
        """Execute an action and return its result; `terminate` has none."""
        self.progress.steps += 1
        self._on_step(self.progress.steps, action)
        started = time.monotonic()
        if isinstance(action, Terminate):
            self.progress.termination = Termination(action.status, action.answer)
            self._record(StepRecord(action, seconds=seconds_since(started)))
            return []
        refused = bool(self._desktop.refusal(action))
        self._count(action, refused=refused)
        result = self._desktop.act(action)
        self.progress.add_timing("act", started)
        self._record(StepRecord(action, result, seconds_since(started), refused))
        return [result]

    def _step_together(self, calls: Sequence[ToolCall]) -> list[ToolResult]:
        """Execute tool calls at the same time, at most as many as steps are left; each is a step of one group."""
        first = self.progress.steps + 1
        calls = calls[: self._limits.steps - self.progress.steps]
        for number, call in enumerate(calls, first):
            self._on_step(number, call)
        started = time.monotonic()
        outcomes = run_together(self._desktop.act, calls, partial(reaches_guest, self._desktop))
        self.progress.add_timing("act", started)
        results: list[ToolResult] = []
        for call, outcome in zip(calls, outcomes, strict=True):
            if outcome.result is None:
                continue
            self.progress.steps += 1
            refused = bool(self._desktop.refusal(call))
            self._count(call, refused=refused)
            self._record(StepRecord(call, outcome.result, outcome.seconds, refused, group=first))
            results.append(outcome.result)
        for outcome in outcomes:
            if outcome.error is not None:
                raise outcome.error
        return results

    def invalid_step(self, mistake: str) -> Observation:
        """Spend a step on an invalid action, answered with the error text `mistake`; then observe.

        Raises InfraError, RecordsError, CancelledError.
        """
        self._deadline.check()
        self.progress.steps += 1
        self._recorder.event("mistake", step=self.progress.steps, answer=mistake)
        return self._observe([ToolResult(mistake, is_error=True)])

    def evaluate(self) -> Judgement:
        """Judge the guest in its present state.

        Raises InfraError, RecordsError, TaskError, CancelledError.
        """
        view: GuestView = JudgedGuest(self._guest, self.progress.termination)
        recording = (
            RecordingGuestView(view, self._guest, self._task.premise) if self._limits.keep_final else None
        )
        try:
            judgement = self.progress.timed(
                "judge",
                lambda: judge_quietly(
                    self._task, self._guest, recording or view, self._cancel, self._stopped
                ),
            )
        except CheckerError:
            self._record_final_state(recording)
            raise
        self._record_final_state(recording)
        score, safety = judgement.score, judgement.safety
        fields: dict[str, Any] = (
            {} if safety is None else {"safety": [asdict(claim) for claim in safety.claims]}
        )
        if judgement.truth:
            fields["truth"] = judgement.truth
        self._recorder.event("verdict", score=score.value, claims=judgement.claims, **fields)
        self.progress.judgement = judgement
        return judgement

    def _stopped(self, programs: list[str]) -> None:
        self._recorder.event("stopped", programs=programs)

    def _record_final_state(self, recording: RecordingGuestView | None) -> None:
        if recording:
            self.progress.timings["keep"] = round(recording.capture_seconds, 4)
            self._recorder.final_state(recording.state, recording.blobs)

    def _let_happen(self) -> None:
        if self.progress.termination is not None:
            return
        for happening in self._happenings.let_happen(self.progress.steps):
            self._recorder.event("happening", **asdict(happening))
        self.progress.happenings = self._happenings.all

    def _observe(self, results: Sequence[ToolResult]) -> Observation:
        self._let_happen()
        started = time.monotonic()
        observation = self._desktop.observe(results, max(0, self._limits.steps - self.progress.steps))
        self.progress.add_timing("observe", started)
        fields = observation_fields(observation, self._recorder.screen)
        self._recorder.event("observation", **fields, seconds=seconds_since(started))
        return observation

    def _count(self, action: Action, *, refused: bool) -> None:
        if self._desktop.is_question(action):
            self.progress.questions = (self.progress.questions or 0) + 1
        elif isinstance(action, ToolCall):
            if not refused and not self._desktop.is_search(action):
                self.progress.count_call(action.name)
        elif not refused:
            self.progress.gui_actions += 1

    def _record(self, step: StepRecord) -> None:
        self._recorder.event("step", step=self.progress.steps, **step.fields(self._recorder.screen))
