"""What takes part in an episode beside its loop, which knows no more of it than these hooks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from checkers import GuestView
from controller.core.actions import Action
from controller.core.agent import Agent
from controller.core.guest import Guest, Tool
from controller.core.observation import Observation
from controller.core.safety_check import SafetyCheck
from controller.episode.bounds import EpisodeProgress
from controller.episode.desktop import Desktop
from controller.episode.groups import Denials
from controller.episode.recorder import Recorder
from controller.episode.saved_episode import SavedEpisode
from controller.episode.step_record import StepRecord
from controller.records.run_info import EpisodeResult
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task


@dataclass(frozen=True, slots=True)
class PlayedEpisode:
    """An attempt at an episode, as its parts see it.

    Attributes:
        task: The task.
        guest: The guest, on which the task is set up.
        desktop: What the agent uses of it.
        progress: What is counted.
        recorder: Its record. A part writes events of the kind that its name is.
        cancel: Set when the run is cancelled.
        seconds: Returns how long it has been played, in seconds from the first observation.
        extend: Moves its time limit by some seconds.
        save: Returns the progress that an episode needs to go on from a copy of the guest as it is now.
    """

    task: Task
    guest: Guest
    desktop: Desktop
    progress: EpisodeProgress
    recorder: Recorder
    cancel: threading.Event
    seconds: Callable[[], float]
    extend: Callable[[float], None]
    save: Callable[[], EpisodeProgress]


@dataclass(frozen=True, slots=True)
class PendingActions:
    """Actions that are about to be executed, at the same time if they are several.

    Attributes:
        actions: The actions, within the step budget.
        decided: All actions of the decision.
        place: The index of the first of `actions` among them.
        checks: The vendor's checks of the decision.
    """

    actions: Sequence[Action]
    decided: Sequence[Action]
    place: int
    checks: Sequence[SafetyCheck]


class EpisodePart:
    """A feature's part in one attempt at an episode. A hook does nothing unless a part has its own.

    A hook may raise InfraError, RecordsError, CancelledError and LimitReachedError. What is no error of testbed's is a
    failure of the part: `DeclaredPart.on_failure` says what becomes of the episode.

    Attributes:
        record: What the episode's result has of the part, of the type that `DeclaredPart.record` names, or None. A part
            sets it anew when it changes. An episode that goes on from a saved state has that of then.
    """

    record: Any = None

    def start(self, cancel: threading.Event) -> SavedEpisode | None:  # noqa: ARG002
        """Return the state that the attempt goes on from; None for a fresh guest, which is then set up.

        It may wait. It is asked before the attempt has a guest, and in runs alone.
        """
        return None

    def set_up(self, guest: Guest, task: Task) -> None:
        """Change a fresh guest before the task's own set-up. It is no hook of an episode that was saved."""

    def begin(self, episode: PlayedEpisode) -> None:
        """The task is set up, or the episode goes on from a saved state."""

    def agent(self, agent: Agent) -> Agent:
        """Return the agent that decides, given that of the run. It is asked after `begin`, and in runs alone."""
        return agent

    def tools(self, offered: list[Tool]) -> list[Tool]:
        """Return the tools that are offered at the next step, of those that the tool filter chose."""
        return offered

    def deciding(self, observation: Observation, tools: Sequence[Tool]) -> None:
        """The agent is about to decide, given this observation and these tools. It is a hook of runs alone."""

    def observing(self) -> None:
        """The desktop is about to be observed."""

    def before(self, pending: PendingActions) -> Denials:  # noqa: ARG002
        """Actions are about to be executed.

        Returns:
            For each of them the result that it has instead of being executed, None if it is executed; () for no denial.
        """
        return ()

    def after(self, step: StepRecord) -> None:
        """A step is done."""

    def judge(self, view: GuestView, judgement: Judgement) -> Judgement:  # noqa: ARG002
        """Return the verdict, given the checker's, of the episode that ended in the state of `view`."""
        return judgement

    def ended(self, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:  # noqa: ARG002
        """Return the result of an attempt that came to its end. Its guest is in use no more."""
        return result
