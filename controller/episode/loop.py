"""One episode: set up the guest, let the agent observe and act until it is done, evaluate the result."""

from __future__ import annotations

import threading
import time
import traceback
from dataclasses import asdict

from controller.core.actions import GuiAction, Terminate, ToolCall
from controller.core.agent import Agent, Decision
from controller.core.guest import Guest, Tool
from controller.core.limits import call_within
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits, EpisodeProgress, seconds_since
from controller.episode.environment import OnStep, TaskEnvironment
from controller.episode.parts import EpisodeParts
from controller.episode.recorder import Recorder
from controller.episode.saved_episode import SavedEpisode
from controller.models.client import ModelClient
from controller.models.usage_tracker import UsageTracker
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter
from testbed.errors import AgentError, ModelApiError, TestbedError


class Episode:
    """A task on a fresh guest, with an agent. `progress` is current at any time."""

    def __init__(
        self,
        task: Task,
        guest: Guest,
        agent: Agent,
        tool_filter: ToolFilter,
        limits: EpisodeLimits,
        recorder: Recorder,
        cancel: threading.Event,
        on_step: OnStep,
        parts: EpisodeParts,
        usage_tracker: UsageTracker | None = None,
        saved: SavedEpisode | None = None,
    ) -> None:
        """`usage_tracker` tracks the usage of the episode's models; an episode that was `saved` goes on."""
        self._environment = TaskEnvironment(
            task, guest, tool_filter, limits, recorder, cancel, on_step, parts
        )
        self._agent = agent
        self._parts = parts
        self._saved = saved
        self._limits = limits
        self._recorder = recorder
        self._cancel = cancel
        self._usage_tracker = usage_tracker or UsageTracker(ModelClient())

    @property
    def progress(self) -> EpisodeProgress:
        return self._environment.progress

    def run(self) -> Judgement:
        """Set up or go on, act until done, evaluate.

        Raises AgentError, InfraError, RecordsError, CancelledError, LimitReachedError.
        """
        if self._saved:
            self._environment.resume(self._saved.progress)
        else:
            self._environment.setup()
        self._agent = self._parts.agent(self._agent)
        self.progress.measure("play", self._loop)
        return self._environment.evaluate()

    def _loop(self) -> None:
        observation = self._saved.observation if self._saved else self._environment.observe()
        while not self._environment.done:
            tools = self._environment.select_tools(observation)
            self._parts.deciding(observation, tools)
            decision = self._decide(observation, tools)
            observation = self._environment.step(
                decision.actions,
                decision.performed,
                parallel=decision.parallel,
                checks=decision.safety_checks,
            )

    def _decide(self, observation: Observation, tools: list[Tool]) -> Decision:
        started = time.monotonic()
        seconds = self._limits.call_seconds
        self._usage_tracker.begin_decision()
        try:
            decision = call_within(
                seconds,
                ModelApiError(f"the agent did not decide within {seconds:.0f} s"),
                self._cancel,
                lambda: _decision(self._agent.act(observation, tools)),
            )
            decision = self._usage_tracker.add(decision)
        except TestbedError:
            raise
        except Exception as error:
            raise AgentError(f"the agent raised:\n{traceback.format_exc()}") from error
        finally:
            self._usage_tracker.flush()
        if not decision.actions and not decision.performed:
            raise AgentError("the agent decided on no action", hint="an agent ends an episode with terminate")
        self.progress.count_details(decision.details)
        model = decision.details.get("model")
        if isinstance(model, str) and model not in self.progress.models:
            self.progress.models.append(model)
        self._recorder.event(
            "decision",
            thought=decision.thought,
            actions=[action.model_dump(mode="json") for action in (*decision.performed, *decision.actions)],
            usage=asdict(decision.usage),
            cost=decision.cost,
            details=decision.details,
            seconds=seconds_since(started),
        )
        return decision


def _decision(returned: object) -> Decision:
    """Return what an agent returned if it is a decision, since agents may be third-party. Raises AgentError."""
    if (
        isinstance(returned, Decision)
        and all(isinstance(action, GuiAction | ToolCall | Terminate) for action in returned.actions)
        and all(isinstance(action, GuiAction) for action in returned.performed)
    ):
        return returned
    raise AgentError(
        f"the agent returned {returned!r:.500}",
        hint="act returns a Decision with actions of the package testbed",
    )
