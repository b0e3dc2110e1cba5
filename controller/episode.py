"""One episode: set the desktop up, let the agent observe and act, judge what it left."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeVar

from checkers import Score, Termination
from controller.actions import Action, Terminate, ToolCall
from controller.agents.base import Agent, Decision, Observation
from controller.agents.registry import ActionSpace
from controller.desktop import Desktop
from controller.errors import AgentError, EpisodeTimeoutError, ModelApiError, TestbedError
from controller.guest import Guest, Tool, ToolResult
from controller.judge import judge
from controller.limits import Deadline, call_within
from controller.records import EpisodeRecorder
from controller.setup_steps import set_up
from controller.task import Task
from controller.tool_filter.base import Request, ToolFilter

OnStep = Callable[[int, Action], None]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Rules:
    """What bounds an episode: steps, seconds in all, seconds a decision, kinds of actions."""

    steps: int = 50
    episode_seconds: float = 3600.0
    call_seconds: float = 300.0
    actions: ActionSpace = "gui+mcp"


@dataclass(slots=True)
class Progress:
    """How far an episode has come; whole even when it ends in an error."""

    steps: int = 0
    tool_calls: int = 0
    gui_actions: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    models: list[str] = field(default_factory=list)
    used_tools: list[str] = field(default_factory=list)
    termination: Termination | None = None
    score: Score | None = None
    timings: dict[str, float] = field(default_factory=dict)


class Episode:
    """A task on a fresh guest, with an agent. `progress` is up to date at any time."""

    def __init__(
        self,
        task: Task,
        guest: Guest,
        agent: Agent,
        tool_filter: ToolFilter,
        rules: Rules,
        recorder: EpisodeRecorder,
        cancel: threading.Event,
        on_step: OnStep,
    ) -> None:
        self.progress = Progress()
        self._task = task
        self._guest = guest
        self._agent = agent
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

    def run(self) -> Score:
        """Set up, play, judge.

        Raises AgentError, InfraError, RecordsError, CancelledError.
        """
        self._timed("set_up", lambda: set_up(self._task, self._guest, self._cancel))
        self._timed("play", self._play)
        score = self._timed(
            "judge", lambda: judge(self._task, self._guest, self.progress.termination, self._cancel)
        )
        self._recorder.event("verdict", score=score.value, claims=[asdict(claim) for claim in score.claims])
        self.progress.score = score
        return score

    def _play(self) -> None:
        desktop = Desktop(self._guest, self._filter, self._rules.actions)
        observation = self._observe(desktop, ())
        while not self._over():
            self._deadline.check()
            tools = self._offer(desktop, observation)
            decision = self._decide(observation, tools)
            results = self._execute(desktop, decision.actions)
            observation = self._observe(desktop, results)

    def _over(self) -> bool:
        return self.progress.termination is not None or self.progress.steps >= self._rules.steps

    def _execute(self, desktop: Desktop, actions: Sequence[Action]) -> list[ToolResult]:
        """Execute actions in order until one errs or terminates, or the steps run out."""
        results: list[ToolResult] = []
        for action in actions:
            self._deadline.check()
            self.progress.steps += 1
            self._on_step(self.progress.steps, action)
            started = time.monotonic()
            if isinstance(action, Terminate):
                self.progress.termination = Termination(action.status, action.answer)
                self._record_step(action, None, refused=False, started=started)
                break
            refused = bool(desktop.refusal(action))
            self._count(action, refused=refused)
            result = desktop.act(action)
            results.append(result)
            self._record_step(action, result, refused=refused, started=started)
            if result.is_error or self._over():
                break
        return results

    def _decide(self, observation: Observation, tools: list[Tool]) -> Decision:
        started = time.monotonic()
        seconds = self._rules.call_seconds
        try:
            decision = call_within(
                seconds,
                ModelApiError(f"the agent did not decide within {seconds:.0f} s"),
                self._cancel,
                lambda: self._agent.act(observation, tools),
            )
        except TestbedError:
            raise
        except Exception as error:
            raise AgentError(f"the agent raised:\n{traceback.format_exc()}") from error
        if not decision.actions:
            raise AgentError("the agent decided on no action", hint="an agent ends an episode with terminate")
        self.progress.input_tokens += decision.usage.input_tokens
        self.progress.output_tokens += decision.usage.output_tokens
        model = decision.details.get("model")
        if isinstance(model, str) and model not in self.progress.models:
            self.progress.models.append(model)
        self._recorder.event(
            "decision",
            thought=decision.thought,
            actions=[action.model_dump(mode="json") for action in decision.actions],
            usage=asdict(decision.usage),
            details=decision.details,
            seconds=_since(started),
        )
        return decision

    def _observe(self, desktop: Desktop, results: Sequence[ToolResult]) -> Observation:
        started = time.monotonic()
        observation = desktop.observe(results, self._rules.steps - self.progress.steps)
        self._recorder.event(
            "observation",
            screen=self._recorder.screen(observation.screenshot),
            width=observation.width,
            height=observation.height,
            windows=[asdict(window) for window in observation.windows],
            steps_left=observation.steps_left,
            seconds=_since(started),
        )
        return observation

    def _offer(self, desktop: Desktop, observation: Observation) -> list[Tool]:
        active = observation.active_window
        request = Request(
            instruction=self._task.instruction,
            active_app=active.app if active else "",
            open_apps=frozenset(window.app for window in observation.windows),
            used=tuple(self.progress.used_tools),
            annotated=self._task.file.tools,
        )
        tools = desktop.offer(request)
        names = [tool.name for tool in tools]
        digest = hashlib.sha256(json.dumps(names).encode()).hexdigest()[:16]
        if digest != self._offered:
            self._offered = digest
            self._recorder.event("tools", hash=digest, names=names)
        return tools

    def _count(self, action: Action, *, refused: bool) -> None:
        if isinstance(action, ToolCall):
            if not refused:
                self.progress.tool_calls += 1
                if action.name not in self.progress.used_tools:
                    self.progress.used_tools.append(action.name)
        elif not refused:
            self.progress.gui_actions += 1

    def _record_step(
        self, action: Action, result: ToolResult | None, *, refused: bool, started: float
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
            seconds=_since(started),
        )

    def _timed(self, name: str, do: Callable[[], Value]) -> Value:
        started = time.monotonic()
        try:
            return do()
        finally:
            self.progress.timings[name] = _since(started)


def _since(started: float) -> float:
    return round(time.monotonic() - started, 4)
