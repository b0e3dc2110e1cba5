"""Environment for one task on one guest: set-up, observe, step, evaluate. It does not choose actions."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import fields, replace
from functools import partial

from checkers import Termination
from controller.core.actions import Action, Terminate, ToolCall
from controller.core.guest import Guest, Tool, ToolResult
from controller.core.limits import Deadline
from controller.core.observation import Observation
from controller.core.safety_check import SafetyCheck
from controller.episode.bounds import EpisodeLimits, EpisodeProgress, seconds_since
from controller.episode.desktop import Desktop, enable_accessibility
from controller.episode.groups import Denials, count_action, group_calls, reaches_guest, run_together
from controller.episode.judge_episode import judge_episode
from controller.episode.observation_record import observation_fields
from controller.episode.part import PendingActions, PlayedEpisode
from controller.episode.parts import EpisodeParts
from controller.episode.recorder import Recorder
from controller.episode.step_record import StepRecord
from controller.records.final_state import MARKER
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter, make_request
from testbed.errors import EpisodeTimeoutError

OnStep = Callable[[int, Action], None]


class TaskEnvironment:
    """A task on a fresh guest.

    Call `setup` or `resume` once, then `observe` and `select_tools`, then `step` until `done`, then `evaluate`.
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
        parts: EpisodeParts,
    ) -> None:
        self.progress = EpisodeProgress()
        self._task = task
        self._guest = guest
        self._filter = tool_filter
        self._limits = limits
        self._recorder = recorder
        self._cancel = cancel
        self._on_step = on_step
        self._parts = parts
        self._began: float | None = None
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
        enable_accessibility(self._guest, self._limits.observe)
        self.progress.measure("set_up", self._set_up)
        if self._limits.keep_final:
            self._guest.run(["touch", MARKER], check=False)
        self._begin()

    def _set_up(self) -> None:
        self._parts.set_up(self._guest, self._task, self._recorder)
        self._task.set_up(self._guest, self._cancel)

    def save(self) -> EpisodeProgress:
        """Return what `resume` needs beside a copy of the guest as it is now."""
        return replace(deepcopy(self.progress), played_seconds=self._seconds())

    def resume(self, saved: EpisodeProgress) -> None:
        """Go on, instead of `setup`, with an episode that was saved when the guest was. Raises InfraError."""
        for item in fields(saved):
            setattr(self.progress, item.name, deepcopy(getattr(saved, item.name)))
        self._deadline.extend(-saved.played_seconds)
        self._began = time.monotonic()
        self._begin()

    def _begin(self) -> None:
        limits = self._limits
        self._desktop = Desktop(
            self._guest, self._filter, limits.actions, limits.observe, limits.tool_seconds
        )
        episode = PlayedEpisode(
            self._task,
            self._guest,
            self._desktop,
            self.progress,
            self._recorder,
            self._cancel,
            self._seconds,
            self._deadline.extend,
            self.save,
        )
        self._parts.begin(episode)

    def _seconds(self) -> float:
        """How long the episode has been played, from the first observation."""
        now = time.monotonic()
        return self.progress.played_seconds + (now - self._began if self._began is not None else 0.0)

    def observe(self) -> Observation:
        """Return the observation before the first step. Raises InfraError, RecordsError."""
        return self._observe(())

    def select_tools(self, observation: Observation) -> list[Tool]:
        """Select the tools that the next step may call.

        Raises EpisodeTimeoutError, RecordsError, CancelledError.
        """
        self._deadline.check()
        task, windows = self._task, observation.windows
        used = self.progress.used_tools
        request = make_request(task.instruction, windows, used, task.info.tools, task.servers.ids)
        tools = self._desktop.select_tools(request, self._parts.tools)
        names = [tool.name for tool in tools]
        digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()[:16]
        if digest != self._tools_digest:
            self._tools_digest = digest
            self._recorder.event("tools", hash=digest, names=names)
        return tools

    def step(
        self,
        actions: Sequence[Action],
        performed: Sequence[Action] = (),
        *,
        parallel: bool = False,
        checks: Sequence[SafetyCheck] = (),
    ) -> Observation:
        """Execute actions in order until one fails or terminates, or the step budget is spent; then observe.

        Args:
            actions: Actions to execute; each is one step.
            performed: Actions that a person has carried out already: counted and recorded, not executed.
            parallel: Execute tool calls that follow each other at the same time. All of them are executed, whatever
                fails, and their results stay in order.
            checks: The vendor's checks of the actions. One that is denied ends the step as one that fails.

        Raises:
            InfraError, RecordsError, CancelledError
        """
        results: list[ToolResult] = []
        taken = 0
        for action in performed:
            self.progress.steps += 1
            self._on_step(self.progress.steps, action)
            count_action(self.progress, self._desktop, action)
            self._record(StepRecord(action, performed=True))
        for group in group_calls(map(self._desktop.resolve, actions), parallel=parallel):
            if self.done:
                break
            self._deadline.check()
            group = group[: self._limits.steps - self.progress.steps]
            denials = self._parts.before(PendingActions(group, actions, taken, checks))
            taken += len(group)
            calls = [action for action in group if isinstance(action, ToolCall)]
            together = len(calls) > 1
            latest = (
                self._step_together(calls, denials) if together else self._step_alone(group[0], denials[0])
            )
            results += latest
            if any(result.is_error for result in latest):
                break
        return self._observe(results)

    def _step_alone(self, action: Action, denial: ToolResult | None) -> list[ToolResult]:
        """Execute an action and return its result; `terminate` has none. A denied one is not executed."""
        self.progress.steps += 1
        self._on_step(self.progress.steps, action)
        started = time.monotonic()
        if denial:
            self._record(StepRecord(action, denial, refused=bool(self._desktop.refusal(action)), denied=True))
            return [denial]
        if isinstance(action, Terminate):
            self.progress.termination = Termination(action.status, action.answer)
            self._record(StepRecord(action, seconds=seconds_since(started)))
            return []
        refused = bool(self._desktop.refusal(action))
        if not refused:
            count_action(self.progress, self._desktop, action)
        result = self._desktop.act(action)
        self.progress.add_timing("act", started)
        self._record(StepRecord(action, result, seconds_since(started), refused))
        return [result]

    def _step_together(self, calls: Sequence[ToolCall], denials: Denials) -> list[ToolResult]:
        """Execute tool calls at the same time; each is a step of one group."""
        first = self.progress.steps + 1
        for number, call in enumerate(calls, first):
            self._on_step(number, call)
        started = time.monotonic()
        outcomes = run_together(self._desktop.act, calls, partial(reaches_guest, self._desktop), denials)
        self.progress.add_timing("act", started)
        results: list[ToolResult] = []
        for call, outcome in zip(calls, outcomes, strict=True):
            if outcome.result is None:
                continue
            self.progress.steps += 1
            refused = bool(self._desktop.refusal(call))
            denied = outcome.result.denied
            if not (refused or denied):
                count_action(self.progress, self._desktop, call)
            self._record(StepRecord(call, outcome.result, outcome.seconds, refused, denied, group=first))
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
        return judge_episode(
            self._task,
            self._guest,
            self.progress,
            self._recorder,
            self._cancel,
            self._parts.judge,
            keep_final=self._limits.keep_final,
        )

    def _observe(self, results: Sequence[ToolResult]) -> Observation:
        if self._began is None:
            self._began = time.monotonic()
        self._parts.observing()
        started = time.monotonic()
        observation = self._desktop.observe(results, max(0, self._limits.steps - self.progress.steps))
        self.progress.add_timing("observe", started)
        seen = observation_fields(observation, self._recorder.screen)
        self._recorder.event("observation", **seen, seconds=seconds_since(started))
        return observation

    def _record(self, step: StepRecord) -> None:
        self._recorder.event("step", step=self.progress.steps, **step.fields(self._recorder.screen))
        self._parts.after(step)
