"""A task on a guest, step by step: everything of an episode but who decides."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol, TypeVar

from checkers import GuestView, Score, Termination
from controller.core.actions import Action, ActionSpace, Terminate, ToolCall
from controller.core.guest import Guest, Tool, ToolResult
from controller.core.limits import Deadline
from controller.core.observation import Observation, Part
from controller.core.observation_text import describe_observation
from controller.episode.desktop import Desktop
from controller.episode.observing import switch_on
from controller.episode.setup_steps import set_up
from controller.records.final_state import MARKER, RecordingGuestView, State
from controller.tasks.judging import JudgedGuest, judge
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter, request_of
from testbed.errors import CheckerError, EpisodeTimeoutError

OnStep = Callable[[int, Action], None]
Value = TypeVar("Value")


class Recorder(Protocol):
    """Where an episode's events and pictures go."""

    def event(self, kind: str, **data: Any) -> None: ...

    def screen(self, png: bytes) -> str:
        """Keep a picture and return its name."""
        ...

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None: ...


@dataclass(frozen=True, slots=True)
class EpisodeLimits:
    """What bounds an episode: steps, seconds in all, a decision, a tool call (0: as long as any tool may
    take), kinds of actions, what is observed.

    With `keep_final` what the checker sees is kept, for `testbed score --recheck`.
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
    """How far an episode has come; whole even when it ends in an error."""

    steps: int = 0
    tool_calls: int = 0
    gui_actions: int = 0
    leniencies: Counter[str] = field(default_factory=Counter)
    models: list[str] = field(default_factory=list)
    used_tools: list[str] = field(default_factory=list)
    termination: Termination | None = None
    score: Score | None = None
    timings: dict[str, float] = field(default_factory=dict)


class TaskEnvironment:
    """A task on a fresh guest: begun, stepped until it is over, finished. `progress` is up to date at any time."""

    def __init__(
        self,
        task: Task,
        guest: Guest,
        tool_filter: ToolFilter,
        rules: EpisodeLimits,
        recorder: Recorder,
        cancel: threading.Event,
        on_step: OnStep,
    ) -> None:
        self.progress = EpisodeProgress()
        self._task = task
        self._guest = guest
        self._filter = tool_filter
        self._rules = rules
        self._recorder = recorder
        self._cancel = cancel
        self._on_step = on_step
        self._offered = ""
        self._deadline = Deadline(
            rules.episode_seconds,
            EpisodeTimeoutError(f"{task.id} took more than {rules.episode_seconds:.0f} s"),
            cancel,
        )

    @property
    def over(self) -> bool:
        """Whether the episode has been terminated or has no steps left."""
        return self.progress.termination is not None or self.progress.steps >= self._rules.steps

    def begin(self) -> None:
        """Set the desktop up. Raises InfraError, CancelledError."""
        switch_on(self._guest, self._rules.observe)
        self.timed("set_up", lambda: set_up(self._task, self._guest, self._cancel))
        if self._rules.keep_final:
            self._guest.run(["touch", MARKER], check=False)
        rules = self._rules
        self._desktop = Desktop(self._guest, self._filter, rules.actions, rules.observe, rules.tool_seconds)

    def look(self) -> Observation:
        """What there is to see before the first step. Raises InfraError, RecordsError."""
        return self._observe(())

    def offer(self, observation: Observation) -> list[Tool]:
        """Choose the tools that may be called in the next step.

        Raises EpisodeTimeoutError, RecordsError, CancelledError.
        """
        self._deadline.check()
        request = request_of(
            self._task.instruction, observation.windows, self.progress.used_tools, self._task.file.tools
        )
        tools = self._desktop.offer(request)
        names = [tool.name for tool in tools]
        digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()[:16]
        if digest != self._offered:
            self._offered = digest
            self._recorder.event("tools", hash=digest, names=names)
        return tools

    def execute(self, actions: Sequence[Action], performed: Sequence[Action] = ()) -> Observation:
        """Execute actions in order until one errs or terminates, or the steps run out; then look again.

        `performed` are actions a person has carried out before: counted and recorded, all of them.

        Raises InfraError, RecordsError, CancelledError.
        """
        results: list[ToolResult] = []
        for action in performed:
            self.progress.steps += 1
            self._on_step(self.progress.steps, action)
            self._count(action, refused=False)
            self._record_step(action, None, refused=False, started=time.monotonic(), performed=True)
        for action in map(self._desktop.resolve, actions):
            if self.over:
                break
            self._deadline.check()
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
            self._took("act", started)
            results.append(result)
            self._record_step(action, result, refused=refused, started=started)
            if result.is_error:
                break
        return self._observe(results)

    def waste(self, mistake: str) -> Observation:
        """Spend a step on what is no action; `mistake` is the answer. Then look again.

        Raises InfraError, RecordsError, CancelledError.
        """
        self._deadline.check()
        self.progress.steps += 1
        self._recorder.event("mistake", step=self.progress.steps, answer=mistake)
        return self._observe([ToolResult(mistake, is_error=True)])

    def finish(self) -> Score:
        """Judge the desktop as it stands.

        Raises InfraError, RecordsError, TaskError, CancelledError.
        """
        view: GuestView = JudgedGuest(self._guest, self.progress.termination)
        keeper = RecordingGuestView(view, self._guest, self._task.premise) if self._rules.keep_final else None
        try:
            score = self.timed("judge", lambda: judge(self._task, keeper or view, self._cancel))
        except CheckerError:
            self._keep(keeper)
            raise
        self._keep(keeper)
        self._recorder.event("verdict", score=score.value, claims=[asdict(claim) for claim in score.claims])
        self.progress.score = score
        return score

    def timed(self, name: str, do: Callable[[], Value]) -> Value:
        """What `do` returns; its seconds are added to the timings."""
        started = time.monotonic()
        try:
            return do()
        finally:
            self._took(name, started)

    def _took(self, name: str, started: float) -> None:
        timings = self.progress.timings
        timings[name] = round(timings.get(name, 0.0) + time.monotonic() - started, 4)

    def _keep(self, keeper: RecordingGuestView | None) -> None:
        if keeper:
            self.progress.timings["keep"] = round(keeper.capture_seconds, 4)
            self._recorder.final_state(keeper.state, keeper.blobs)

    def _observe(self, results: Sequence[ToolResult]) -> Observation:
        started = time.monotonic()
        observation = self._desktop.observe(results, max(0, self._rules.steps - self.progress.steps))
        self._took("observe", started)
        self._recorder.event(
            "observation",
            screen=self._recorder.screen(observation.screenshot),
            width=observation.width,
            height=observation.height,
            windows=[asdict(window) for window in observation.windows],
            steps_left=observation.steps_left,
            **self._shown(observation),
            seconds=seconds_since(started),
        )
        return observation

    def _shown(self, observation: Observation) -> dict[str, Any]:
        """What the agent may show its model besides the screenshot and the windows."""
        shown: dict[str, Any] = {}
        if observation.marked:
            shown["marked"] = self._recorder.screen(observation.marked)
        if observation.accessibility is not None:
            shown["text"] = describe_observation(observation)
        return shown

    def _count(self, action: Action, *, refused: bool) -> None:
        if isinstance(action, ToolCall):
            if not refused and not self._desktop.searches(action):
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
    """Seconds since a moment of the monotonic clock, for the records."""
    return round(time.monotonic() - started, 4)
