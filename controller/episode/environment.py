"""A task on a guest as an environment: set-up, observations, steps, evaluation. Who decides is not its concern."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, TypeVar

from checkers import GuestView, Termination
from controller.core.actions import Action, ActionSpace, Terminate, ToolCall
from controller.core.guest import Guest, Tool, ToolResult
from controller.core.limits import Deadline
from controller.core.observation import Observation, Part
from controller.core.observation_text import describe_observation
from controller.episode.desktop import Desktop, enable_accessibility
from controller.episode.happenings import Happening, Happenings
from controller.episode.quiet_judging import judge_quietly
from controller.records.final_state import MARKER, RecordingGuestView, State
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judging import Judgement
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter, make_request
from testbed.errors import CheckerError, EpisodeTimeoutError

OnStep = Callable[[int, Action], None]
Value = TypeVar("Value")


class Recorder(Protocol):
    """Stores an episode's events and pictures."""

    def event(self, kind: str, **data: Any) -> None:
        """Append an event."""
        ...

    def screen(self, png: bytes) -> str:
        """Store a picture and return its name."""
        ...

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        """Store what the checker read of the guest."""
        ...


@dataclass(frozen=True, slots=True)
class EpisodeLimits:
    """What bounds an episode.

    Args:
        steps: Step budget; each executed action is a step.
        episode_seconds: Time limit of the whole episode.
        call_seconds: Time limit of one decision of the agent.
        tool_seconds: Time limit of one tool call; 0 leaves it to the tool's own limit.
        actions: Kinds of actions the agent may use.
        keep_final: Record what the checker reads of the guest, for `testbed score --recheck`.
        observe: Parts of the desktop that the agent observes.
    """

    steps: int = 50
    episode_seconds: float = 3600.0
    call_seconds: float = 300.0
    tool_seconds: float = 0.0
    actions: ActionSpace = "gui+mcp"
    keep_final: bool = False
    observe: tuple[Part, ...] = ("screenshot",)


@dataclass(slots=True)
class EpisodeProgress:
    """Counters and outcome of an episode so far; valid even when it ends in an error.

    `questions` counts those to the user, None if the task has no user to ask.
    """

    steps: int = 0
    tool_calls: int = 0
    gui_actions: int = 0
    questions: int | None = None
    leniencies: Counter[str] = field(default_factory=Counter)
    models: list[str] = field(default_factory=list)
    used_tools: list[str] = field(default_factory=list)
    termination: Termination | None = None
    judgement: Judgement | None = None
    timings: dict[str, float] = field(default_factory=dict)
    happenings: tuple[Happening, ...] = ()


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
    ) -> None:
        self.progress = EpisodeProgress()
        self._task = task
        self._guest = guest
        self._filter = tool_filter
        self._limits = limits
        self._recorder = recorder
        self._cancel = cancel
        self._on_step = on_step
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
        self.timed("set_up", lambda: self._task.set_up(self._guest, self._cancel))
        if limits.keep_final:
            self._guest.run(["touch", MARKER], check=False)
        self._happenings = Happenings(self._task.events, self._guest, self._cancel)
        user = self._task.user
        self.progress.questions = 0 if user else None
        self._desktop = Desktop(
            self._guest, self._filter, limits.actions, limits.observe, limits.tool_seconds, user
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

    def step(self, actions: Sequence[Action], performed: Sequence[Action] = ()) -> Observation:
        """Execute actions in order until one fails or terminates, or the step budget is spent; then observe.

        Args:
            actions: Actions to execute; each is one step.
            performed: Actions that a person has carried out already: counted and recorded, not executed.

        Raises:
            InfraError, RecordsError, CancelledError
        """
        results: list[ToolResult] = []
        for action in performed:
            self.progress.steps += 1
            self._on_step(self.progress.steps, action)
            self._count(action, refused=False)
            self._record_step(action, None, refused=False, started=time.monotonic(), performed=True)
        for action in map(self._desktop.resolve, actions):
            if self.done:
                break
            self._deadline.check()
            self._let_happen()
            self.progress.steps += 1
            self._on_step(self.progress.steps, action)
            started = time.monotonic()
            if isinstance(action, Terminate):
                self.progress.termination = Termination(action.status, action.answer)
                self._record_step(action, None, refused=False, started=started)
                break
            refused = bool(self._desktop.refusal(action))
            self._count(action, refused=refused)
            result = self._desktop.act(action)
            self._add_timing("act", started)
            results.append(result)
            self._record_step(action, result, refused=refused, started=started)
            if result.is_error:
                break
        return self._observe(results)

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
            judgement = self.timed(
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
        fields = {} if safety is None else {"safety": [asdict(claim) for claim in safety.claims]}
        claims = [asdict(claim) for claim in score.claims]
        self._recorder.event("verdict", score=score.value, claims=claims, **fields)
        self.progress.judgement = judgement
        return judgement

    def _stopped(self, programs: list[str]) -> None:
        self._recorder.event("stopped", programs=programs)

    def timed(self, name: str, function: Callable[[], Value]) -> Value:
        """Call `function` and add its seconds to the timings."""
        started = time.monotonic()
        try:
            return function()
        finally:
            self._add_timing(name, started)

    def _add_timing(self, name: str, started: float) -> None:
        timings = self.progress.timings
        timings[name] = round(timings.get(name, 0.0) + time.monotonic() - started, 4)

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
        self._add_timing("observe", started)
        self._recorder.event(
            "observation",
            screen=self._recorder.screen(observation.screenshot),
            width=observation.width,
            height=observation.height,
            windows=[asdict(window) for window in observation.windows],
            steps_left=observation.steps_left,
            **self._recorded_parts(observation),
            seconds=seconds_since(started),
        )
        return observation

    def _recorded_parts(self, observation: Observation) -> dict[str, Any]:
        """What the agent may show its model besides the screenshot and the windows, as fields of the event."""
        parts: dict[str, Any] = {}
        if observation.marked:
            parts["marked"] = self._recorder.screen(observation.marked)
        if observation.accessibility is not None:
            parts["text"] = describe_observation(observation)
        return parts

    def _count(self, action: Action, *, refused: bool) -> None:
        if self._desktop.is_question(action):
            self.progress.questions = (self.progress.questions or 0) + 1
        elif isinstance(action, ToolCall):
            if not refused and not self._desktop.is_search(action):
                self.progress.tool_calls += 1
                if action.name not in self.progress.used_tools:
                    self.progress.used_tools.append(action.name)
        elif not refused:
            self.progress.gui_actions += 1

    def _record_step(
        self,
        action: Action,
        result: ToolResult | None,
        *,
        refused: bool,
        started: float,
        performed: bool = False,
    ) -> None:
        self._recorder.event(
            "step",
            step=self.progress.steps,
            action=action.model_dump(mode="json"),
            refused=refused,
            result=None
            if result is None
            else {
                "text": result.text,
                "is_error": result.is_error,
                "structured": result.structured,
                "images": [self._recorder.screen(image) for image in result.images],
            },
            seconds=seconds_since(started),
            **({"performed": True} if performed else {}),
        )


def seconds_since(started: float) -> float:
    """Return the seconds since a moment of the monotonic clock, rounded for the records."""
    return round(time.monotonic() - started, 4)
