"""Branching in one attempt at an episode."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from controller.core.agent import Agent
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.episode.bounds import seconds_since
from controller.episode.declared_part import PartAttempt
from controller.episode.part import EpisodePart, PlayedEpisode
from controller.episode.saved_episode import SavedEpisode
from controller.parts.branch import Branched
from controller.parts.branch.agents import AgentOfHistory, catch_up
from controller.parts.branch.history import PastDecision
from controller.parts.branch.run import BranchedRun, State
from controller.records.run_info import EpisodeResult
from testbed.errors import GuestConnectionError, GuestError


class BranchedEpisode(EpisodePart):
    """Lets an episode go on from a state, and saves the states of the first epoch of a task."""

    record: Branched | None = None

    def __init__(self, run: BranchedRun, attempt: PartAttempt) -> None:
        self._run = run
        self._task, self._epoch, self._client = attempt.task.id, attempt.epoch, attempt.client
        self._state: State | None = None

    def start(self, cancel: threading.Event) -> SavedEpisode | None:
        """Wait for the state that the episode goes on from."""
        if self._epoch == 1:
            self._state = self._run.begin_trunk(self._task)
        else:
            self._state = self._run.begin_branch(self._task, self._epoch, cancel)
        return self._state.saved if self._state else None

    def begin(self, episode: PlayedEpisode) -> None:
        """Record where the episode goes on."""
        self._episode = episode
        self.record = None
        if state := self._state:
            self.record = Branched(
                run=state.run, epoch=state.epoch, steps=state.history.steps, restored=state.saved is not None
            )

    def agent(self, agent: Agent) -> Agent:
        """Have the agent know what was done."""
        state = self._state
        if state is None:
            return agent
        if state.saved is None:
            return AgentOfHistory(agent, self._client, state.history, self._learns)
        catch_up(agent, self._client, state.history, state.seen, self._learns, self._episode.recorder)
        return agent

    def _learns(self, past: PastDecision) -> bool:
        """Whether the agent is asked for a decision again, not told of it by its prompt."""
        of_other_run = past.repeated or bool(self._state and self._state.run)
        return self._run.given.branch_history == "replay" or not of_other_run

    def deciding(self, observation: Observation, tools: Sequence[Tool]) -> None:
        """Save the first epoch where it is to be branched."""
        if self._epoch != 1:
            return
        trunk, steps = self._run.trunk(self._task), self._episode.progress.steps
        trunk.seen.append((observation, tuple(tools)))
        if not trunk.points.reached(steps):
            return
        started = time.monotonic()
        try:
            checkpoint = self._run.save(trunk, self._task, self._episode.guest, self._episode.save())
        except GuestConnectionError:
            raise
        except GuestError as error:
            text = f"the guest was not saved after {steps} steps: {error.message}"
            self._episode.recorder.event("branch", text=text, steps=steps)
            return
        if checkpoint:
            seconds = seconds_since(started)
            self._episode.recorder.event("branch", state=checkpoint, steps=steps, seconds=seconds)

    def ended(self, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:  # noqa: ARG002
        """Its states may be needed no more."""
        self._run.ended(self._task, self._epoch)
        return result
